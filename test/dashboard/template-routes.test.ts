import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { cleanUp } from '../../packages/server/src/jobs/cleanup.ts'
import { HELPERS } from '../../packages/renderer/src/fill/handlebars.ts'
import { base64, type Caller, cases, type Person, type Platen, startPlaten } from '../harness.ts'
import { contentsOf, textsOf } from '../pdf.ts'
import { createKey } from '../../packages/server/src/accounts/keys.ts'

const API = '/dashboard/api'

describe('dashboard API: templates', () => {
  let platen: Platen
  let ada: Person
  before(async () => {
    platen = await startPlaten()
    ada = await platen.person()
  })
  after(() => platen?.[Symbol.asyncDispose]())

  const create = async (person: Person, content: string, more: object = {}) => {
    const { status, body } = await person.call('POST', `${API}/templates`, { name: 'Test', content, ...more })
    assert.equal(status, 201, JSON.stringify(body))
    return body
  }
  const save = (person: Person, templateId: string, etag: string, body: object) =>
    person.call('PUT', `${API}/templates/${templateId}`, body, { 'if-match': etag })
  const versionsOf = async (person: Person, templateId: string) =>
    (await person.call('GET', `${API}/templates/${templateId}/versions`)).body.versions
  const objectsOf = async (templateId: string) =>
    (await Array.fromAsync(platen.app.services.storage.list('users')))
      .map(({ key }) => key)
      .filter((key) => key.includes(templateId))
  /** Returns a program with a key of the account. */
  const programOf = async ({ accountId }: Person): Promise<Pick<Caller, 'call'> & { tokenId: string }> => {
    const { database } = platen.app.services
    const { key, tokenId } = await createKey(database, { accountId, name: 'CI', expiresAt: undefined })
    return {
      tokenId,
      call: (method, path, body) => ada.call(method, path, body, { authorization: '', 'x-api-key': key }),
    }
  }

  it('creates templates from a source and from an example with its data, and rejects invalid ones (400)', async () => {
    const created = await create(ada, '\uFEFF<p>{{name}}</p>', {
      description: 'For all',
      sampleData: '{\n  "name": "Ada"\n}',
    })
    assert.equal(created.content, '<p>{{name}}</p>')
    assert.equal(created.sampleData, '{\n  "name": "Ada"\n}', 'the formatting is preserved')
    assert.deepEqual([created.version, created.description], [1, 'For all'])
    assert.deepEqual(created.updatedBy, { kind: 'person', name: ada.email })

    const { examples } = (await ada.call('GET', `${API}/examples`)).body
    for (const { name, title } of examples) {
      const { status, body } = await ada.call('POST', `${API}/templates`, { name: title, example: name })
      assert.equal(status, 201)
      const folder = new URL(`../../examples/${name}/`, import.meta.url)
      assert.equal(body.content, await readFile(new URL('template.hbs', folder), 'utf8'))
      assert.deepEqual(
        JSON.parse(body.sampleData),
        JSON.parse(await readFile(new URL('data.json', folder), 'utf8')),
      )
    }
    for (const [wrong, message] of [
      [{ name: 'x' }, /example or content/],
      [{ name: 'x', content: 'x', example: 'invoice' }, /example or content/],
      [{ name: 'x', example: '../secrets' }, /example/],
      [{ name: ' ', content: 'x' }, /name is empty/],
      [{ name: 'x', content: 'a\0b' }, /NUL/],
      [{ name: 'x', content: 'a\ud800' }, /unpaired UTF-16 surrogate/],
      [{ name: 'x', content: 'x'.repeat(5_200_000) }, /larger/],
      [{ name: 'x', content: 'x', sampleData: '{' }, /not valid JSON/],
      [{ name: 'x', content: 'x', sampleData: '7' }, /object, or an array/],
      [{ name: 'x', content: 'x', sampleData: '[null]' }, /object, or an array/],
      [
        { name: 'x', content: 'x', sampleData: `${'['.repeat(100_000)}${']'.repeat(100_000)}` },
        /levels deep/,
      ],
      [{ name: 'x', content: 'x', sampleData: JSON.stringify({ a: 'x'.repeat(300_000) }) }, /larger/],
    ] as const) {
      const { status, body } = await ada.call('POST', `${API}/templates`, wrong)
      assert.equal(status, 400, JSON.stringify(wrong).slice(0, 80))
      assert.match(body.message, message)
    }
  })

  it('copies a template: its draft, data schema, sample data and description, without the history', async () => {
    const person = await platen.person()
    const created = await person.call('POST', '/dashboard/api/templates', {
      name: 'Invoice',
      description: 'For customers',
      content: '<p>one</p>',
      sampleData: '{"n": 1}',
    })
    const path = `/dashboard/api/templates/${created.body.templateId}`
    const changes = { content: '<p>two</p>', dataSchema: '{"required": ["n"]}' }
    await person.call('PUT', path, changes, { 'if-match': created.headers.get('etag') ?? '' })
    const { status, body } = await person.call('POST', `${path}/duplicate`)
    assert.equal(status, 201, JSON.stringify(body))
    assert.notEqual(body.templateId, created.body.templateId)
    assert.deepEqual(
      [body.name, body.description, body.content, body.sampleData, body.dataSchema, body.version, body.draft],
      ['Copy of Invoice', 'For customers', '<p>two</p>', '{"n": 1}', '{"required": ["n"]}', 1, null],
    )
    const original = (await person.call('GET', path)).body
    assert.deepEqual([original.name, original.version, original.draft], ['Invoice', 1, 2])
    await person.call('PATCH', path, { name: 'x'.repeat(200), description: '' })
    const long = await person.call('POST', `${path}/duplicate`)
    assert.deepEqual([long.body.name.length, long.body.name.slice(0, 9)], [200, 'Copy of x'])
    const { status: foreign } = await (await platen.person()).call('POST', `${path}/duplicate`)
    assert.equal(foreign, 404)
  })

  it('searches and sorts templates, and counts their pages', async () => {
    const owner = await platen.person({ credits: 100 })
    const program = await programOf(owner)
    const [bill, letter] = [
      await create(owner, 'a', { name: 'Bill 100%' }),
      await create(owner, 'b', { name: 'a letter' }),
    ]
    await program.call('POST', '/v1/pdf/generate', { templateId: letter.templateId, data: [{}, {}, {}] })
    const names = async (query: string) =>
      (await owner.call('GET', `${API}/templates${query}`)).body.templates.map(
        ({ name }: { name: string }) => name,
      )
    assert.deepEqual(await names(''), ['a letter', 'Bill 100%'])
    assert.deepEqual(await names('?sort=name'), ['a letter', 'Bill 100%'])
    assert.deepEqual(await names('?sort=used'), ['a letter', 'Bill 100%'])
    assert.deepEqual(await names('?search=BILL'), ['Bill 100%'])
    assert.deepEqual(await names('?search=%25'), ['Bill 100%'], 'a % in a search is literal')
    assert.deepEqual(await names(`?search=${bill.templateId}`), ['Bill 100%'])
    assert.deepEqual(await names('?page=2'), [])
    const { templates, total } = (await owner.call('GET', `${API}/templates?sort=used`)).body
    assert.deepEqual([total, templates[0].pages, templates[1].pages], [2, 3, 0])
    assert.ok(templates[0].usedAt !== null && templates[1].usedAt === null)
    assert.equal((await owner.call('GET', `${API}/templates?sort=size`)).status, 400)
    assert.equal((await owner.call('GET', `${API}/templates?page=0`)).status, 400)
  })

  it('stores each version with its author, also programs', async () => {
    const program = await programOf(ada)
    const { templateId } = await create(ada, 'one')
    const replacement = { content: base64('two'), contentEncoding: 'base64' }
    assert.equal((await program.call('PUT', `/v1/templates/${templateId}`, replacement)).status, 200)
    assert.equal((await program.call('PUT', `/v1/templates/${templateId}`, replacement)).status, 200)
    const read = await ada.call('GET', `${API}/templates/${templateId}`)
    assert.deepEqual([read.headers.get('etag'), read.body.version], [read.body.etag, 2])
    const third = { content: 'three', sampleData: '{"a": "\\u0000"}' }
    const saved = await save(ada, templateId, read.body.etag, third)
    assert.deepEqual(
      [saved.status, saved.body.content, saved.body.version, saved.body.draft],
      [200, 'three', 2, 3],
      'a save in the dashboard is a draft',
    )
    assert.equal(saved.headers.get('etag'), saved.body.etag)
    assert.notEqual(saved.body.etag, read.body.etag)
    await sql`delete from api_keys where token_id = ${program.tokenId}`.execute(platen.app.services.database)

    const versions = await versionsOf(ada, templateId)
    assert.deepEqual(
      versions.map(({ number, savedBy, isCurrent, isDraft }: never) => [number, savedBy, isCurrent, isDraft]),
      [
        [3, { kind: 'person', name: ada.email }, false, true],
        [2, { kind: 'key', name: null }, true, false],
        [1, { kind: 'person', name: ada.email }, false, false],
      ],
    )
    const second = (await ada.call('GET', `${API}/templates/${templateId}/versions/2`)).body
    assert.equal(second.content, 'two')
    for (const number of ['4', '0', '-1', 'x', '99999999999']) {
      const { status } = await ada.call('GET', `${API}/templates/${templateId}/versions/${number}`)
      assert.equal(status, 404, number)
    }

    const path = `${API}/templates/${templateId}/versions/1/restore`
    const restore = ({ contentVersion }: { contentVersion: string }) =>
      ada.call('POST', path, undefined, { 'if-match': `"${contentVersion}"` })
    assert.equal((await restore(saved.body)).status, 412, 'it replaces the published version, not the draft')
    const restored = await restore(read.body)
    assert.equal(restored.status, 200)
    assert.equal(restored.headers.get('etag'), `"${restored.body.contentVersion}"`)
    const [newest] = await versionsOf(ada, templateId)
    assert.deepEqual([newest.number, newest.restored, newest.isCurrent], [4, 1, true])
    assert.equal((await versionsOf(ada, templateId))[1].isDraft, false, 'it replaces the draft')
    const now = (await ada.call('GET', `${API}/templates/${templateId}`)).body
    assert.deepEqual([now.content, now.sampleData], ['one', '{"a": "\\u0000"}'])

    // The sweep removes only objects that no row refers to.
    await cleanUp(platen.app.services, new Date(Date.now() + 2 * 86_400_000))
    assert.equal((await objectsOf(templateId)).length, 4)
    assert.equal((await ada.call('DELETE', `${API}/templates/${templateId}`)).status, 200)
    assert.deepEqual(await objectsOf(templateId), [])
    assert.equal((await ada.call('GET', `${API}/templates/${templateId}/versions`)).status, 404)
  })

  it('never overwrites a change that the author has not read (412)', async () => {
    const { templateId, etag: first } = await create(ada, 'mine', { sampleData: '{}' })
    const { body: theirs } = await save(ada, templateId, first, { content: 'theirs' })
    assert.equal(theirs.content, 'theirs')
    const late = await save(ada, templateId, first, { content: 'mine again' })
    assert.equal(late.status, 412)
    assert.match(
      late.body.message,
      new RegExp(`^${ada.email} saved this template at \\d{4}-.*Your changes were not saved`),
    )
    assert.equal((await save(ada, templateId, first, { sampleData: '{"a":1}' })).status, 412)
    assert.equal((await ada.call('PUT', `${API}/templates/${templateId}`, { content: 'x' })).status, 428)
    for (const [header, status] of [
      [{ 'if-match': '*' }, 428],
      [{ 'if-none-match': '*' }, 412],
    ] as const) {
      const put = await ada.call('PUT', `${API}/templates/${templateId}`, { content: 'x' }, header)
      assert.equal(put.status, status, JSON.stringify(header))
    }
    const malformed = await ada.call(
      'PUT',
      `${API}/templates/${templateId}`,
      { content: 'x' },
      { 'if-match': '"1"' },
    )
    assert.equal(malformed.status, 400)
    assert.equal((await save(ada, templateId, theirs.etag, {})).status, 400)
    assert.equal((await ada.call('GET', `${API}/templates/${templateId}`)).body.content, 'theirs')

    // Of several concurrent saves, one succeeds.
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        save(ada, templateId, theirs.etag, { content: `at once ${index}` }),
      ),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [
      200,
      ...Array.from({ length: 7 }, () => 412),
    ])
    assert.equal((await versionsOf(ada, templateId)).length, 3)
    assert.equal((await objectsOf(templateId)).length, 3, 'objects of rejected saves are removed')
    // A change of the name is not a conflict.
    const renamed = await ada.call('PATCH', `${API}/templates/${templateId}`, {
      name: 'Other',
      description: 'x',
    })
    const winner = answers.find(({ status }) => status === 200)?.body.etag
    assert.deepEqual([renamed.status, renamed.body.name, renamed.body.etag], [200, 'Other', winner])
    assert.equal((await ada.call('PATCH', `${API}/templates/${templateId}`, { name: '\t' })).status, 400)
    assert.equal((await save(ada, templateId, winner, { content: '{{#if' })).status, 400)
  })

  it('is renamed and deleted at the same time without an error of the service', async () => {
    for (let n = 0; n < 10; n += 1) {
      const path = `${API}/templates/${(await create(ada, 'x')).templateId}`
      const answers = await Promise.all([
        ada.call('PATCH', path, { name: 'A', description: 'B' }),
        ada.call('DELETE', path),
        ada.call('PATCH', path, { name: 'C', description: 'D' }),
      ])
      assert.ok(answers.every(({ status }) => [200, 404].includes(status)))
      assert.equal(answers[1].status, 200)
    }
  })

  it('keeps the newest 1,000 versions and 50 MB of a template', async () => {
    const { templateId, etag: first } = await create(ada, 'first')
    const { etag } = (await save(ada, templateId, first, { content: 'second' })).body
    const { database } = platen.app.services
    await database.transaction().execute(async (transaction) => {
      await sql`update content_versions set number = 1000 where content_id = ${templateId} and number = 2`.execute(
        transaction,
      )
      await sql`update contents set version = 1000, draft = null where content_id = ${templateId}`.execute(
        transaction,
      )
      await sql`
        insert into content_versions (content_id, account_id, number, object_key, file_size, content_version, content_type,
          created_at)
        select ${templateId}, ${ada.accountId}, number, ${templateId} || number, 100, 'v', 'text/x-handlebars', now()
        from generate_series(2, 999) number`.execute(transaction)
    })
    const next = await save(ada, templateId, etag, { content: 'next' })
    assert.equal(next.status, 200, JSON.stringify(next.body))
    const numbers = (await versionsOf(ada, templateId)).map(({ number }: { number: number }) => number)
    assert.deepEqual([numbers.length, numbers[0], numbers.at(-1)], [1000, 1001, 2])
    assert.equal((await objectsOf(templateId)).length, 2, 'the object of the first version is removed')
    await sql`update content_versions set file_size = 30000000 where content_id = ${templateId} and number in (900, 901)`.execute(
      database,
    )
    assert.equal((await save(ada, templateId, next.body.etag, { content: 'last' })).status, 200)
    assert.equal((await versionsOf(ada, templateId)).at(-1).number, 901)
  })

  describe('preview', () => {
    const preview = (content: string, data: unknown, person = ada) =>
      person.call('POST', `${API}/preview`, { content, data })
    const stored = async () => {
      const counts = await sql<{ generations: number; credits: number }>`
        select (select count(*) from generations where account_id = ${ada.accountId}) as generations, credits
        from accounts where account_id = ${ada.accountId}`.execute(platen.app.services.database)
      const objects = await Array.fromAsync(platen.app.services.storage.list('pdfs'))
      return [counts.rows[0], objects.length]
    }

    it('returns the PDF with sheets, scale, warnings and times, and charges and stores nothing', async () => {
      const before = await stored()
      const { status, headers, body } = await preview('<html lang="en"><p>Hello, {{name}}</p>', {
        name: 'Ada',
      })
      assert.equal(status, 200)
      assert.match(headers.get('content-type') ?? '', /^application\/json/)
      assert.deepEqual(await textsOf(Buffer.from(body.pdf, 'base64')), ['Hello, Ada'])
      assert.deepEqual([body.sheets, body.scale, body.warnings], [1, 1, []])
      assert.ok(body.ms.print > 0 && body.ms.fill > 0 && body.ms.check > 0)

      const tall = '<div style="height: 320mm">x</div>end'
      const many = (
        await preview(
          '<p>x',
          Array.from({ length: 7 }, () => ({})),
        )
      ).body
      assert.deepEqual([many.sheets, many.elementsLeftOut], [5, 2])
      const fitted = (await preview(tall, [{}, {}])).body
      assert.equal(fitted.sheets, 2)
      assert.deepEqual(fitted.pages, Array(2).fill({ sheets: 1, scale: fitted.scale, overflow: 'fit' }))
      assert.ok(fitted.scale > 0.8 && fitted.scale < 0.91, String(fitted.scale))
      const warned = (await preview('<img src="http://nowhere.test/x.png">x', {})).body.warnings
      assert.ok(warned.some(({ kind }: { kind: string }) => kind === 'image-missing'))
      assert.ok(warned.some(({ kind }: { kind: string }) => kind === 'request-refused'))
      assert.deepEqual(await stored(), before)
    })

    it('has a label on every sheet, and a generated document has none', async () => {
      const content = '<h1>{{n}}</h1>'
      const previewed = (await preview(content, [{ n: 1 }, { n: 2 }, { n: 3 }])).body
      const marks = (pdf: Buffer) => contentsOf(pdf).match(/\/PlatenLabel Do/g)?.length ?? 0
      const sheets = (pdf: Buffer) => contentsOf(pdf).match(/\/XObject <<[^>]*\/PlatenLabel \d+ 0 R/g)?.length
      const pdf = Buffer.from(previewed.pdf, 'base64')
      assert.deepEqual([previewed.sheets, sheets(pdf)], [3, 3])
      assert.equal(marks(pdf), 1, 'sheets of one size share the drawing')
      const caller = await platen.account()
      const generated = await caller.generate(await caller.upload(content), { n: 1 })
      const paid = Buffer.from(await (await fetch(generated.body.pdfUrl)).arrayBuffer())
      assert.equal(marks(paid), 0)
    })

    it('is limited to 10,000 a day until 00:00 UTC (429), and calls with credits are not', async () => {
      const eager = await platen.person()
      const { database } = platen.app.services
      const set = (day: string, count: number) =>
        sql`update preview_limits set day = date(now() at time zone 'utc') + ${day}::int, previews = ${count}
          where account_id = ${eager.accountId}`.execute(database)
      const status = async () => (await preview('x', {}, eager)).status
      assert.equal(await status(), 200)
      await set('0', 9_999)
      assert.deepEqual([await status(), await status()], [200, 429])
      const refused = await preview('x', {}, eager)
      assert.match(
        refused.body.message,
        /^An account may make 10,000 previews and test pages a day\. The limit resets at 00:00 UTC, in (?:\d+ h )?\d+ min\. Calls with a live API key are not limited\.$/,
      )
      const retryAfter = Number(refused.headers.get('retry-after'))
      assert.ok(retryAfter > 0 && retryAfter <= 86_400, String(retryAfter))
      assert.equal((await preview('x', {})).status, 200, 'another account has its own limit')
      const templateId = (await eager.call('POST', `${API}/templates`, { name: 'x', content: 'x' })).body
        .templateId
      assert.equal((await eager.call('POST', `${API}/jobs`, { templateId, data: {} })).status, 202)
      await set('-1', 10_000)
      assert.equal(await status(), 200, 'a new day')
    })

    it('returns the position of an error in the source', async () => {
      for (const source of await cases<string>('hb-invalid')) {
        if (source === '\0') continue
        const { status, body } = await preview(`<p>\n${source}`, {})
        assert.equal(status, 400, source)
        assert.equal(typeof body.error, 'string')
        assert.ok(Number.isInteger(body.line) && body.line >= 1 && body.line <= 2, `${source}: ${body.line}`)
        assert.ok(body.column >= 0 && body.column <= source.length, `${source}: ${body.column}`)
      }
      const wrong = async (source: string, data: unknown = {}) => {
        const { status, body } = await preview(source, data)
        assert.equal(status, 400)
        return [body.line, body.column]
      }
      assert.deepEqual(await wrong('a\n\n  {{#if x}}\n {{/each}}'), [3, 2], 'the tag that opens the block')
      assert.deepEqual(await wrong('<p>{{#each lines}}</p>'), [1, 3])
      assert.deepEqual(await wrong('a\n{{formatNumber name}}', { name: 'Ada' }), [2, 0])
      assert.deepEqual(await wrong('a\n b {{nothing "x"}}'), [2, 3])
      const saved = await ada.call('POST', `${API}/templates`, { name: 'x', content: 'a\n{{/if}}' })
      assert.deepEqual([saved.status, saved.body.line, saved.body.column], [400, 2, 0])
      const open = await platen.account()
      const upload = { name: 'x', content: base64('{{/if}}'), contentEncoding: 'base64' }
      const { body } = await open.call('POST', '/v1/templates/upload', upload)
      assert.deepEqual(Object.keys(body), ['message', 'error'], 'the public API returns no position')
    })

    it('has the limits of a call (400)', async () => {
      for (const data of [[], [null], 'x', Array.from({ length: 51 }, () => ({}))]) {
        assert.equal((await preview('x', data)).status, 400)
      }
      assert.equal((await preview('', {})).status, 400)
      const endless = '{{#each a}}{{#each ../a}}{{#each ../a}}x{{/each}}{{/each}}{{/each}}'
      assert.equal((await preview(endless, { a: Array.from({ length: 200 }, () => 1) })).status, 400)
    })

    it('is limited to 120 a minute for each account (429)', async () => {
      const eager = await platen.person()
      const { database } = platen.app.services
      assert.equal((await preview('x', {}, eager)).status, 200)
      const { rows } = await sql<{ tokens: number }>`
        select tokens from token_buckets where subject = ${`previews ${eager.accountId}`}`.execute(database)
      assert.equal(rows[0]?.tokens, 119)
      // Simulates 1,000 further previews.
      await sql`update token_buckets set tokens = -1000 where subject = ${`previews ${eager.accountId}`}`.execute(
        database,
      )
      const answer = await preview('x', {}, eager)
      assert.equal(answer.status, 429)
      assert.match(answer.body.message, /120 previews and test pages a minute/)
      assert.ok(Number(answer.headers.get('retry-after')) > 60)
      assert.equal((await preview('x', {})).status, 200)
      assert.equal((await eager.call('GET', `${API}/templates`)).status, 200)
    })
  })

  it('lists all helpers for completion', async () => {
    const { helpers } = (await ada.call('GET', `${API}/helpers`)).body
    const ours = helpers.map(({ name }: { name: string }) => name).filter((name: string) => name in HELPERS)
    assert.deepEqual(ours.toSorted(), Object.keys(HELPERS).toSorted())
    const theirs = helpers
      .map(({ name }: { name: string }) => name)
      .filter((name: string) => !(name in HELPERS))
    assert.deepEqual(theirs.toSorted(), ['each', 'if', 'lookup', 'unless', 'with'])
  })
})
