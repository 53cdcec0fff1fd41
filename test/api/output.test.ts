import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { decode } from 'fast-png'
import { sql } from 'kysely'
import { auditCredits } from '../../packages/server/src/accounts/credits.ts'
import { recordStatements } from '../database/statements.ts'
import { type Caller, eventually, type Platen, startPlaten } from '../harness.ts'

const TWO_SHEETS = '<p style="break-after: page">{{n}}</p><p style="background: black; height: 20cm">'

interface File {
  status: number
  headers: Headers
  bytes: Buffer
  /** Set for a JSON response. */
  body: { message: string; error?: string; pdfUrl?: string }
}

describe('the response of POST /v1/pdf/generate', () => {
  let platen: Platen
  before(async () => void (platen = await startPlaten()))
  after(async () => {
    assert.deepEqual(await auditCredits(platen.app.services.database), [])
    await platen[Symbol.asyncDispose]()
  })

  const generateAs = async (
    caller: Caller,
    body: object,
    accept?: string,
    more: Record<string, string> = {},
  ): Promise<File> => {
    const answer = await fetch(`${platen.url}/v1/pdf/generate`, {
      method: 'POST',
      headers: {
        'x-api-key': caller.key,
        'content-type': 'application/json',
        ...(accept !== undefined && { accept }),
        ...more,
      },
      body: JSON.stringify(body),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    return {
      status: answer.status,
      headers: answer.headers,
      bytes,
      body: isJson && JSON.parse(bytes.toString()),
    }
  }
  const rowsOf = async (caller: Caller) => {
    const { rows } = await sql<{ status: string; message: string | null }>`
      select status, message from generations where account_id = ${caller.accountId}
      order by created_at`.execute(platen.app.services.database)
    return rows
  }

  it('reads the schema of a template in the same statement as the template', async () => {
    const caller = await platen.account()
    const templateId = await caller.upload('<p>{{n}}')
    await caller.call('PUT', `/v1/templates/${templateId}/schema`, { required: ['n'] })
    const [answers, statements] = await recordStatements(async () => [
      await caller.generate(templateId, { n: 1 }),
      await caller.generate(templateId, {}),
    ])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 400],
    )
    const ofTemplate = statements.filter((text) => text.includes(templateId))
    assert.equal(ofTemplate.length, 2, ofTemplate.join('\n'))
  })

  describe('Accept: application/pdf', () => {
    it('returns the PDF, which is stored and charged, and the same bytes for a repeated call', async () => {
      const caller = await platen.account()
      const templateId = await caller.upload('<p>{{n}}</p>', 'Rechnung “Ä”')
      const call = () =>
        generateAs(caller, { templateId, data: [{ n: 1 }, { n: 2 }] }, 'application/pdf', {
          'idempotency-key': 'a',
        })
      const first = await call()
      assert.equal(first.status, 200)
      const { headers, bytes } = first
      assert.equal(bytes.subarray(0, 5).toString(), '%PDF-')
      assert.deepEqual(
        [
          'content-type',
          'content-length',
          'x-platen-sheets',
          'x-platen-warnings',
          'x-platen-pages',
          'vary',
        ].map((name) => headers.get(name)),
        ['application/pdf', String(bytes.length), '2', '0', '2', 'accept'],
      )
      assert.match(headers.get('content-disposition') ?? '', /^attachment; .*''Rechnung%20%C3%84\.pdf$/)
      assert.match(headers.get('content-security-policy') ?? '', /sandbox/)
      assert.equal(headers.get('cache-control'), 'private, no-store')
      const url = /^<([^>]+)>; rel="alternate"; type="application\/pdf"$/.exec(headers.get('link') ?? '')?.[1]
      assert.ok(bytes.equals(Buffer.from(await (await fetch(url ?? '')).arrayBuffer())))
      const again = await call()
      assert.equal(again.headers.get('idempotent-replayed'), 'true')
      assert.ok(again.bytes.equals(bytes))
      assert.equal(again.headers.get('link'), headers.get('link'))
      // The same call with another media type.
      const body = { templateId, data: [{ n: 1 }, { n: 2 }] }
      const link = await generateAs(caller, body, 'application/json', { 'idempotency-key': 'a' })
      assert.equal(link.body.pdfUrl, url)
      assert.deepEqual(await caller.credits(), { credits: 8, reserved: 0 })
    })

    it('is negotiated with other media types by quality values', async () => {
      const caller = await platen.account({ credits: 100 })
      const templateId = await caller.upload('<p>x')
      // Rows with the same Idempotency-Key share one document. Only the first one of each is printed.
      const rows: [string | undefined, string][] = [
        [undefined, 'application/json'],
        ['*/*', 'application/json'],
        ['', 'application/json'],
        ['application/*', 'application/json'],
        ['text/html', 'application/json'],
        ['application/pdf;q=0', 'application/json'],
        ['application/json, application/pdf;q=0.9', 'application/json'],
        ['garbage,,;q=x', 'application/json'],
        ['application/pdf, */*', 'application/pdf'],
        ['application/json;q=0.5, application/pdf', 'application/pdf'],
        ['Application/PDF;q=0.1', 'application/pdf'],
        ['image/*', 'image/png'],
        ['application/pdf;q=0.5, image/png;q=0.6', 'image/png'],
      ]
      for (const [accept, type] of rows) {
        const { status, headers } = await generateAs(caller, { templateId, data: {} }, accept, {
          'idempotency-key': type,
        })
        assert.equal(status, 200, accept)
        assert.equal(headers.get('content-type')?.split(';')[0], type, accept)
      }
    })

    it('streams a large PDF from storage', async () => {
      const caller = await platen.account()
      const noise = `<script>
        const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 900 })
        const context = canvas.getContext('2d')
        const pixels = context.createImageData(900, 900)
        for (let at = 0; at < pixels.data.length; at += 1) pixels.data[at] = at % 4 === 3 ? 255 : Math.random() * 256
        context.putImageData(pixels, 0, 0)
        document.body.append(Object.assign(new Image(), { src: canvas.toDataURL() }))
      </script>`
      const templateId = await caller.upload(`<body>${noise}`)
      const { bytes, headers } = await generateAs(caller, { templateId, data: {} }, 'application/pdf')
      assert.ok(bytes.length > 1024 * 1024, String(bytes.length))
      assert.equal(headers.get('content-length'), String(bytes.length))
      assert.equal(bytes.subarray(-6).toString().trim(), '%%EOF')
    })

    it('returns errors as JSON, and 406 for calls that return no document', async () => {
      const caller = await platen.account({ credits: 1 })
      const templateId = await caller.upload('{{formatNumber n}}')
      const failed = await generateAs(caller, { templateId, data: { n: 'x' } }, 'application/pdf')
      assert.equal(failed.status, 400)
      assert.match(failed.body.error ?? '', /formatNumber/)
      assert.equal((await generateAs(caller, { templateId, data: [{}, {}] }, 'application/pdf')).status, 402)
      const later = await generateAs(caller, { templateId, data: {}, async: true }, 'application/pdf')
      assert.equal(later.status, 406)
      assert.match(later.body.message, /asynchronous call returns no document.*application\/pdf/)
      assert.equal(
        (await generateAs(caller, { templateId, data: {}, dryRun: true }, 'image/png')).status,
        406,
      )
      assert.deepEqual(await caller.credits(), { credits: 1, reserved: 0 })
      const either = await generateAs(
        caller,
        { templateId, data: { n: 1 }, async: true },
        'application/pdf, */*;q=0.1',
      )
      assert.equal(either.status, 200)
      await eventually(async () => (await caller.credits()).credits === 0)
    })
  })

  describe('Accept: image/png', () => {
    it('returns a picture of a sheet, and of another sheet for a repeated call without a charge', async () => {
      const caller = await platen.account()
      const templateId = await caller.upload(TWO_SHEETS, 'Two')
      const call = (picture?: object) =>
        generateAs(caller, { templateId, data: { n: 1 }, ...(picture && { picture }) }, 'image/png', {
          'idempotency-key': 'picture',
        })
      const first = await call()
      assert.equal(first.status, 200)
      assert.equal(first.headers.get('content-type'), 'image/png')
      assert.match(first.headers.get('content-disposition') ?? '', /Two\.png$/)
      assert.equal(first.headers.get('content-length'), String(first.bytes.length))
      assert.equal(first.headers.get('x-platen-sheets'), '2')
      const { width, height, data } = decode(first.bytes)
      assert.equal(width, 1240)
      assert.ok(height > 1_750 && height < 1_758, String(height))
      const darkness = (pixels: ArrayLike<number>) => {
        let dark = 0
        for (let at = 0; at < pixels.length; at += 1) if ((pixels[at] ?? 0) < 100) dark += 1
        return dark / pixels.length
      }
      assert.ok(darkness(data) < 0.01)
      const second = await call({ sheet: 2, width: 100 })
      assert.equal(second.headers.get('idempotent-replayed'), 'true')
      const small = decode(second.bytes)
      assert.equal(small.width, 100)
      assert.ok(darkness(small.data) > 0.5)
      assert.deepEqual(await caller.credits(), { credits: 9, reserved: 0 })
      const beyond = await call({ sheet: 3 })
      assert.deepEqual([beyond.status, beyond.body.error], [400, 'It has no sheet 3.'])
    })

    it('is not charged for a sheet that does not exist, and rejects invalid sizes (400)', async () => {
      const caller = await platen.account()
      const templateId = await caller.upload('<style>@page { size: 100mm 5000mm }</style><p>x')
      const body = { templateId, data: {} }
      assert.equal((await generateAs(caller, { ...body, picture: { sheet: 2 } }, 'image/png')).status, 400)
      assert.deepEqual(await caller.credits(), { credits: 10, reserved: 0 })
      for (const picture of [
        { width: 15 },
        { width: 3001 },
        { width: 1.5 },
        { sheet: 0 },
        { sheet: 'all' },
        [],
      ]) {
        assert.equal(
          (await generateAs(caller, { ...body, picture }, 'image/png')).status,
          400,
          JSON.stringify(picture),
        )
      }
      const other = await generateAs(caller, { ...body, picture: {} }, 'application/pdf')
      assert.deepEqual([other.status, /image\/png/.test(other.body.message)], [400, true])
      // The height is 50 times the width.
      const long = decode(
        (await generateAs(caller, { ...body, picture: { width: 3000 } }, 'image/png')).bytes,
      )
      assert.deepEqual([long.width, long.height], [200, 10_000])
      assert.deepEqual(await caller.credits(), { credits: 9, reserved: 0 })
    })
  })

  it('applies the PDF options to each media type, and returns no picture of a PDF with a password (400)', async () => {
    const caller = await platen.account()
    const templateId = await caller.upload('<p>x')
    const options = { filename: 'Offer 7.pdf', password: 'secret' }
    const dry = await caller.generate(templateId, {}, { dryRun: true, options })
    const pdf = await generateAs(caller, { templateId, data: {}, options }, 'application/pdf')
    assert.deepEqual([dry.status, pdf.status], [200, 200])
    assert.ok(dry.body.size > 0 && pdf.bytes.includes('/Encrypt'))
    assert.match(pdf.headers.get('content-disposition') ?? '', /Offer%207\.pdf$/)
    const picture = await generateAs(caller, { templateId, data: {}, options }, 'image/png')
    assert.deepEqual([picture.status, picture.body.error], [400, 'It has a password.'])
    const named = await generateAs(
      caller,
      { templateId, data: {}, options: { filename: 'A.pdf' } },
      'image/png',
    )
    assert.match(named.headers.get('content-disposition') ?? '', /A\.png$/)
    assert.deepEqual(await caller.credits(), { credits: 8, reserved: 0 })
  })

  describe('dryRun', () => {
    it('returns sheets, warnings and cost, and stores and charges nothing', async () => {
      const caller = await platen.account({ credits: 3 })
      const templateId = await caller.upload(`${TWO_SHEETS}<img src="http://nowhere.invalid/x.png">`)
      const dry = (data: unknown, more: object = {}) =>
        caller.call(
          'POST',
          '/v1/pdf/generate',
          { templateId, data, dryRun: true, ...more },
          { 'idempotency-key': 'dry' },
        )
      const { status, body } = await dry([{ n: 1 }, { n: 2 }])
      const { size, warnings, ...rest } = body
      assert.equal(status, 200)
      assert.ok(size > 1_000)
      assert.equal(warnings[0].kind, 'image-missing')
      const pages = [1, 2].map(() => ({ sheets: 2, scale: 1, overflow: 'flow', reason: 'forced-break' }))
      const counts = { pagesGenerated: 2, sheets: 4, pages, scale: 1, cost: 2, credits: 3 }
      assert.deepEqual(rest, { success: true, dryRun: true, ...counts, coversCost: true })
      assert.equal((await dry([1, 2, 3, 4])).body.coversCost, false)
      assert.equal((await dry({}, { sendEmail: ['nobody@example.com'] })).status, 200)
      assert.deepEqual(await rowsOf(caller), [])
      assert.deepEqual(await caller.credits(), { credits: 3, reserved: 0 })
      // The Idempotency-Key was not used by the dry run.
      const real = await caller.call(
        'POST',
        '/v1/pdf/generate',
        { templateId, data: {} },
        { 'idempotency-key': 'dry' },
      )
      assert.deepEqual([real.status, real.headers.get('idempotent-replayed')], [200, null])
      assert.ok(Math.abs(real.body.size - (await dry({})).body.size) < 10)
      const both = await dry({}, { async: true })
      assert.deepEqual([both.status, /cannot be combined/.test(both.body.message)], [400, true])
      assert.equal((await dry({}, { templateId: crypto.randomUUID() })).status, 404)
      const otherAccount = await platen.account()
      const theirs = await otherAccount.call('POST', '/v1/pdf/generate', {
        templateId,
        data: {},
        dryRun: true,
      })
      assert.equal(theirs.status, 404)
    })

    it('reports replaced fonts and accessibility problems, which are no warnings of a render', async () => {
      const caller = await platen.account({ credits: 3 })
      const templateId = await caller.upload(
        '<html lang="en">\n<h2>{{n}}</h2><p style="font-family: Arial, sans-serif">{{n}}',
      )
      const data = [{ n: 1 }, { n: 2 }]
      const { body } = await caller.generate(templateId, data, { dryRun: true })
      const subject = 'Arial, printed with Arimo'
      assert.deepEqual(
        body.warnings.map((warning: { kind: string; subject: string }) => [warning.kind, warning.subject]),
        [
          ['font-replaced', subject],
          ['heading-skipped', '<h2> “1” is the first heading (line 2, column 0)'],
        ],
      )
      const call = await caller.generate(templateId, data)
      assert.deepEqual([call.status, call.headers.get('x-platen-warnings')], [200, '0'])
    })

    it('is limited to 120 elements a minute per account (429)', async () => {
      const caller = await platen.account()
      const templateId = await caller.upload('<p>{{this}}')
      const dry = (count: number) =>
        caller.generate(
          templateId,
          Array.from({ length: count }, (_, n) => n),
          { dryRun: true },
        )
      assert.equal((await dry(50)).status, 200)
      await sql`update token_buckets set tokens = tokens - 1e6 where subject = ${`dry runs ${caller.accountId}`}`.execute(
        platen.app.services.database,
      )
      const { status, headers, body } = await dry(1)
      assert.equal(status, 429)
      assert.match(body.message, /120 elements a minute/)
      assert.ok(Number(headers.get('retry-after')) > 1_000)
      assert.equal((await caller.generate(templateId, [1])).status, 200)
    })
  })

  describe('a template’s schema', () => {
    const SCHEMA = {
      type: 'object',
      required: ['n'],
      properties: { n: { type: 'number' }, lines: { items: { type: 'object' } } },
    }

    it('is stored as it was sent, and rejects data before printing (400)', async () => {
      const caller = await platen.account()
      const templateId = await caller.upload('<p>{{n}}</p>')
      const path = `/v1/templates/${templateId}/schema`
      assert.deepEqual((await caller.call('GET', path)).body, {})
      const put = await caller.call('PUT', path, SCHEMA)
      assert.deepEqual([put.status, put.body.templateId], [200, templateId])
      assert.match(put.body.schemaVersion, /^[0-9a-f]{64}$/)
      assert.deepEqual((await caller.call('GET', path)).body, SCHEMA)

      const one = await caller.generate(templateId, { lines: [{}, 7] })
      assert.equal(one.status, 400)
      assert.deepEqual(one.body, {
        message: "The data does not match the template's schema.",
        error: '/n is missing; /lines/1 must be object',
        problems: [
          { path: '/n', message: 'is missing' },
          { path: '/lines/1', message: 'must be object' },
        ],
      })
      const many = await caller.generate(templateId, [{ n: 1 }, { n: '2' }])
      assert.deepEqual(many.body.problems, [{ path: '/1/n', message: 'must be number' }])
      const before = (await rowsOf(caller)).length
      const later = await caller.generate(templateId, [{ n: 1 }, 'x'], { async: true })
      assert.deepEqual(
        [later.status, later.body.problems],
        [400, [{ path: '/1', message: 'must be object' }]],
      )
      assert.equal((await rowsOf(caller)).length, before, 'a rejected call creates no job')
      assert.equal((await caller.generate(templateId, {}, { dryRun: true })).status, 400)
      assert.equal((await generateAs(caller, { templateId, data: {} }, 'image/png')).status, 400)
      assert.deepEqual(await caller.credits(), { credits: 10, reserved: 0 })
      assert.match((await rowsOf(caller))[0]?.message ?? '', /\/n is missing/)

      assert.equal((await caller.generate(templateId, { n: 1 })).status, 200)
      const key = { 'idempotency-key': 'later' }
      const job = () =>
        caller.call('POST', '/v1/pdf/generate', { templateId, data: { n: 1 }, async: true }, key)
      const first = await job()
      assert.equal(first.status, 200)
      assert.equal((await job()).headers.get('location'), first.headers.get('location'))
      await eventually(async () => (await caller.credits()).credits === 8)

      assert.equal((await caller.call('DELETE', path)).status, 200)
      assert.deepEqual((await caller.call('GET', path)).body, {})
      assert.equal((await caller.generate(templateId, {})).status, 200)
    })

    it('is rejected with the position of the error when it is not valid (400)', async () => {
      const caller = await platen.account()
      const templateId = await caller.upload('<p>x')
      const put = (schema: unknown) => caller.call('PUT', `/v1/templates/${templateId}/schema`, schema)
      const { status, body } = await put({ properties: { n: { type: 'nubmer' } } })
      assert.deepEqual([status, body.message], [400, 'Invalid JSON Schema'])
      assert.match(body.error, /^\/properties\/n\/type must/)
      assert.match(
        (await put({ $ref: 'https://example.com/x' })).body.error,
        /external schemas are not loaded/,
      )
      for (const odd of [[], 'x', 7, null, { enum: ['x'.repeat(70_000)] }]) {
        assert.equal((await put(odd)).status, 400, JSON.stringify(odd).slice(0, 20))
      }
      assert.deepEqual((await caller.call('GET', `/v1/templates/${templateId}/schema`)).body, {})
    })

    it('fails only calls of its own account when its validation never ends (400)', async () => {
      const [hostile, other] = [await platen.account(), await platen.account()]
      const templateId = await hostile.upload('<p>{{this}}')
      await hostile.call('PUT', `/v1/templates/${templateId}/schema`, { pattern: '^(a|a)*$' })
      const [endless, quick] = await Promise.all([
        hostile.generate(templateId, [`${'a'.repeat(60)}!`]),
        other.generate(await other.upload('<p>x'), {}),
      ])
      assert.equal(quick.status, 200)
      assert.deepEqual(
        [endless.status, endless.body.error],
        [400, 'Validating the data exceeds the time limit of 2 s. Simplify the schema, or send less data.'],
      )
      assert.deepEqual(await hostile.credits(), { credits: 10, reserved: 0 })
    })

    it('can be read, saved and previewed in the dashboard', async () => {
      const person = await platen.person()
      const { templateId, etag } = (
        await person.call('POST', '/dashboard/api/templates', { name: 'T', content: '<p>{{n}}' })
      ).body
      const path = `/dashboard/api/templates/${templateId}`
      const save = (dataSchema: string, tag: string) =>
        person.call('PUT', path, { dataSchema }, { 'if-match': tag })
      const text = '{ "required" : ["n"] }'
      const saved = await save(text, etag)
      assert.deepEqual([saved.status, saved.body.dataSchema], [200, text])
      assert.notEqual(saved.body.etag, etag)
      assert.equal((await save(text, etag)).status, 200, 'a repeated call with the same content succeeds')
      assert.equal((await save('{}', etag)).status, 412)
      assert.equal((await save('{', saved.body.etag)).status, 400)
      assert.equal((await save('{"type":7}', saved.body.etag)).status, 400)
      const preview = async (dataSchema: string, data: unknown) =>
        (await person.call('POST', '/dashboard/api/preview', { content: '<p>{{n}}', data, dataSchema })).body
      const shown = await preview(text, [{ n: 1 }, {}])
      assert.deepEqual([shown.sheets, shown.problems], [2, [{ path: '/1/n', message: 'is missing' }]])
      assert.deepEqual((await preview(text, { n: 1 })).problems, [])
      assert.match((await preview('{"type":7}', {})).problems[0].message, /^Invalid JSON Schema: \/type/)
      assert.match((await preview('{"ty', {})).problems[0].message, /^Invalid JSON Schema/)
      assert.equal((await person.call('POST', `${path}/publish`)).status, 200)
      const job = await person.call('POST', '/dashboard/api/jobs', { templateId, data: {} })
      assert.deepEqual([job.status, job.body.error], [400, '/n is missing'])
      assert.equal((await save('', saved.body.etag)).body.dataSchema, '')
    })
  })

  it('sample data and schema of a template are replaced only when the precondition matches (412)', async () => {
    const caller = await platen.account()
    const templateId = await caller.upload('<p>{{n}}</p>')
    for (const [part, one, other] of [
      ['sample-data', [{ n: 1 }], { n: 2 }],
      ['schema', { required: ['n'] }, { required: ['m'] }],
    ] as const) {
      const path = `/v1/templates/${templateId}/${part}`
      const put = async (body: object, headers: Record<string, string>) =>
        (await caller.call('PUT', path, body, headers)).status
      const tag = async () => (await caller.call('GET', path)).headers.get('etag') ?? ''
      const none = await tag()
      assert.match(none, /^"[0-9a-f]{64}"$/)
      assert.equal(await put(other, { 'if-match': none }), 200)
      assert.equal(await put(one, { 'if-match': none }), 412)
      assert.equal((await caller.call('DELETE', path)).status, 200)
      assert.equal(await put(one, { 'if-none-match': '*' }), 200)
      assert.equal(await put(other, { 'if-none-match': '*' }), 412)
      assert.equal(
        await put(one, { 'if-none-match': '*' }),
        200,
        'a repeated call with the same content succeeds',
      )
      const [first, text] = [await tag(), JSON.stringify(one)]
      assert.equal(
        first,
        `"${createHash('sha256').update(text).digest('hex')}"`,
        'of the JSON without white space',
      )
      const statuses = await Promise.all(
        Array.from({ length: 6 }, (_, n) => put({ ...other, n }, { 'if-match': first })),
      )
      assert.equal(
        statuses.filter((status) => status === 200).length,
        1,
        'one of several calls with the same precondition succeeds',
      )
      assert.equal(await put(one, { 'if-match': 'x' }), 400)
      assert.equal(await put(one, {}), 200, 'without a precondition, any content is replaced')
    }
  })

  it('sample data of a template can be read, written and deleted', async () => {
    const [caller, otherAccount] = [await platen.account(), await platen.account()]
    const templateId = await caller.upload('<p>{{n}}</p>')
    const path = `/v1/templates/${templateId}/sample-data`
    assert.deepEqual((await caller.call('GET', path)).body, {})
    assert.equal((await caller.call('PUT', path, [{ n: 1, m: null }])).status, 200)
    assert.deepEqual((await caller.call('GET', path)).body, [{ n: 1, m: null }])
    for (const odd of [[], [null], 'x', 7, { n: 'x'.repeat(270_000) }]) {
      assert.equal((await caller.call('PUT', path, odd)).status, 400, JSON.stringify(odd).slice(0, 20))
    }
    assert.equal((await caller.call('DELETE', path)).status, 200)
    assert.deepEqual((await caller.call('GET', path)).body, {})
    for (const part of ['sample-data', 'schema']) {
      for (const [method, body] of [['GET'], ['PUT', {}], ['DELETE']] as const) {
        const { status } = await otherAccount.call(method, `/v1/templates/${templateId}/${part}`, body)
        assert.equal(status, 404, `${method} ${part}`)
      }
    }
  })
})
