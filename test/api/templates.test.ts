import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { insertContents, numbered } from '../contents.ts'
import { base64, type Caller, cases, type Platen, startPlaten } from '../harness.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
const UNUSED_ID = '3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b'
const FIELDS = [
  'contentVersion',
  'createdAt',
  'description',
  'fileSize',
  'id',
  'name',
  'storageKey',
  'templateId',
  'updatedAt',
  'userId',
]

describe('templates', () => {
  let platen: Platen
  let caller: Caller
  let otherAccount: Caller
  before(async () => {
    platen = await startPlaten()
    caller = await platen.account()
    otherAccount = await platen.account()
  })
  after(() => platen[Symbol.asyncDispose]())

  const body = (source: string, more: object = {}) => ({
    name: 'Invoice',
    content: base64(source),
    contentEncoding: 'base64',
    ...more,
  })
  const objectsOf = async (templateId: string) => {
    const keys: string[] = []
    for await (const { key } of platen.app.services.storage.list('users'))
      if (key.includes(templateId)) keys.push(key)
    return keys
  }

  describe('POST /v1/templates/upload', () => {
    it('answers 201 with the template as the top-level object', async () => {
      const source = '<h1>Grüße, {{name}}</h1>'
      const answer = await caller.call(
        'POST',
        '/v1/templates/upload',
        body(source, { description: 'For all' }),
      )
      assert.equal(answer.status, 201)
      assert.deepEqual(Object.keys(answer.body).toSorted(), FIELDS)
      const { templateId, createdAt } = answer.body
      assert.match(templateId, UUID)
      assert.match(createdAt, TIMESTAMP)
      assert.match(answer.body.userId, /^local_[0-9a-f-]{36}$/)
      assert.deepEqual(answer.body, {
        userId: caller.userId,
        templateId,
        id: templateId,
        name: 'Invoice',
        description: 'For all',
        storageKey: `users/${caller.userId}/templates/${templateId}.hbs`,
        fileSize: Buffer.byteLength(source),
        contentVersion: createHash('sha256').update(source).digest('hex'),
        createdAt,
        updatedAt: createdAt,
      })
      const stored = await objectsOf(templateId)
      assert.equal(stored.length, 1)
      assert.ok(stored[0]?.startsWith(`${answer.body.storageKey}/`))
    })

    it('returns an empty description when it is missing', async () => {
      assert.equal((await caller.call('POST', '/v1/templates/upload', body('x'))).body.description, '')
    })

    it('answers 400 with the message of the compiler for a broken source, and stores nothing', async () => {
      const before = (await caller.call('GET', '/v1/templates')).body.templates.length
      for (const source of await cases<string>('hb-invalid')) {
        const answer = await caller.call('POST', '/v1/templates/upload', body(source))
        assert.equal(answer.status, 400, JSON.stringify(source))
        if (source === '\0') continue
        assert.equal(answer.body.message, 'Invalid Handlebars template')
        assert.match(answer.body.error, /line \d|decorator|Parse error|match|\d+:\d+/, source)
      }
      assert.equal((await caller.call('GET', '/v1/templates')).body.templates.length, before)
    })

    it('accepts only canonical base64 of UTF-8 text (400)', async () => {
      for (const { c, s } of await cases<{ c: string; s: number }>('base64')) {
        const answer = await caller.call('POST', '/v1/templates/upload', {
          name: 'x',
          content: c,
          contentEncoding: 'base64',
        })
        assert.equal(answer.status, s, JSON.stringify(c))
        if (s === 400) assert.equal(typeof answer.body.message, 'string')
      }
    })

    it('removes a byte order mark', async () => {
      const answer = await caller.call('POST', '/v1/templates/upload', {
        name: 'x',
        content: '77u/aGk=',
        contentEncoding: 'base64',
      })
      assert.equal(answer.body.fileSize, 2)
    })

    it('answers 400 with the name of a missing field', async () => {
      for (const field of ['name', 'content', 'contentEncoding']) {
        const { [field as 'name']: _, ...rest } = body('x')
        const answer = await caller.call('POST', '/v1/templates/upload', rest)
        assert.deepEqual([answer.status, answer.body], [400, { message: `${field} is required.` }])
      }
    })

    it('stores a printable name unchanged, and rejects other names (400)', async () => {
      for (const name of await cases<string>('template-names')) {
        const answer = await caller.call('POST', '/v1/templates/upload', body('x', { name }))
        const expected = name.trim() === '' || /[\p{Cc}\p{Cs}]/u.test(name) ? 400 : 201
        assert.equal(answer.status, expected, JSON.stringify(name))
        if (expected === 201) assert.equal(answer.body.name, name)
      }
    })

    it('answers 429 exactly at the limit of the plan, also for parallel calls', async () => {
      const full = await platen.account()
      await fillUpTo(full, 499)
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => full.call('POST', '/v1/templates/upload', body('x'))),
      )
      const statuses = answers.map(({ status }) => status).toSorted()
      assert.deepEqual(statuses, [201, ...Array.from({ length: 19 }, () => 429)])
      assert.match(answers.find(({ status }) => status === 429)?.body.message, /500 templates/)
      assert.equal((await full.call('GET', '/v1/templates')).body.templates.length, 500)
    })

    it('has no limit for the enterprise plan', async () => {
      const enterprise = await platen.account({ plan: 'enterprise' })
      await fillUpTo(enterprise, 500)
      assert.equal((await enterprise.call('POST', '/v1/templates/upload', body('x'))).status, 201)
    })

    async function fillUpTo(owner: Caller, count: number): Promise<void> {
      const templates = {
        accountId: owner.accountId,
        kind: 'template',
        names: numbered('filler', count),
      } as const
      await insertContents(platen.app.services.database, templates)
    }
  })

  describe('GET /v1/templates', () => {
    it('lists the templates of the account with thumbnailUrl and without content', async () => {
      const lister = await platen.account()
      assert.deepEqual((await lister.call('GET', '/v1/templates')).body, { templates: [] })
      const ids = [await lister.upload('one', 'One'), await lister.upload('two', 'Two')]
      const { status, body } = await lister.call('GET', '/v1/templates')
      assert.equal(status, 200)
      assert.deepEqual(Object.keys(body), ['templates'])
      assert.deepEqual(
        body.templates.map((template: { id: string }) => template.id).toSorted(),
        ids.toSorted(),
      )
      for (const template of body.templates) {
        assert.deepEqual(Object.keys(template).toSorted(), [...FIELDS, 'thumbnailUrl'].toSorted())
        assert.equal(template.thumbnailUrl, null)
      }
      assert.deepEqual((await (await platen.account()).call('GET', '/v1/templates')).body, { templates: [] })
    })
  })

  describe('GET /v1/templates/{templateId}', () => {
    it('returns the template with its source as uploaded', async () => {
      const source = '{{!-- a comment --}}<p>{{{raw}}} ✓ 日本</p>\n'
      const templateId = await caller.upload(source)
      const { status, body } = await caller.call('GET', `/v1/templates/${templateId}`)
      assert.equal(status, 200)
      assert.deepEqual(Object.keys(body), ['template'])
      assert.deepEqual(Object.keys(body.template).toSorted(), [...FIELDS, 'content'].toSorted())
      assert.equal(body.template.content, source)
    })
  })

  describe('PUT /v1/templates/{templateId}', () => {
    it('replaces the content in place and keeps fields that are not sent', async () => {
      const templateId = await caller.upload('before', 'Name')
      const [old] = await objectsOf(templateId)
      const first = (await caller.call('GET', `/v1/templates/${templateId}`)).body.template
      const answer = await caller.call('PUT', `/v1/templates/${templateId}`, {
        content: base64('after'),
        contentEncoding: 'base64',
      })
      assert.equal(answer.status, 200)
      assert.deepEqual(Object.keys(answer.body).toSorted(), FIELDS)
      assert.equal(answer.body.name, 'Name')
      assert.equal(answer.body.createdAt, first.createdAt)
      assert.ok(answer.body.updatedAt >= first.updatedAt)
      assert.equal(answer.body.contentVersion, createHash('sha256').update('after').digest('hex'))
      assert.equal((await caller.call('GET', `/v1/templates/${templateId}`)).body.template.content, 'after')
      const stored = await objectsOf(templateId)
      assert.equal(stored.length, 2, 'the old source is stored as a version')
      assert.ok(old && stored.includes(old))
    })

    it('accepts a new name and description', async () => {
      const templateId = await caller.upload('x', 'Old')
      const replacement = { content: base64('x'), contentEncoding: 'base64', name: 'New', description: '' }
      const answer = await caller.call('PUT', `/v1/templates/${templateId}`, replacement)
      assert.deepEqual([answer.body.name, answer.body.description], ['New', ''])
    })

    it('replaces the content only when If-Match names the current version (412)', async () => {
      const templateId = await caller.upload('first')
      const path = `/v1/templates/${templateId}`
      const { headers, body } = await caller.call('GET', path)
      const first = `"${body.template.contentVersion}"`
      assert.equal(headers.get('etag'), first)
      const replace = (text: string, tag: string) =>
        caller.call('PUT', path, { content: base64(text), contentEncoding: 'base64' }, { 'if-match': tag })
      const second = await replace('second', first)
      assert.deepEqual([second.status, second.headers.get('etag')], [200, `"${second.body.contentVersion}"`])
      assert.equal(
        (await replace('second', first)).status,
        200,
        'a repeated call with the same content succeeds',
      )
      const late = await replace('third', first)
      assert.equal(late.status, 412)
      assert.match(
        late.body.message,
        /^A program with the API key “test” saved this template at .* Your changes were not saved/,
      )
      for (const odd of ['"x"', body.template.contentVersion, `W/${first}`, `${first}, ${first}`]) {
        assert.equal((await replace('third', odd)).status, 400, odd)
      }
      assert.equal((await caller.call('GET', path)).body.template.content, 'second')
      assert.equal((await replace('third', '*')).status, 200)
    })

    it('accepts one of several parallel calls with the same If-Match (412)', async () => {
      const templateId = await caller.upload('start')
      const path = `/v1/templates/${templateId}`
      const tag = `"${(await caller.call('GET', path)).body.template.contentVersion}"`
      const answers = await Promise.all(
        ['a', 'b', 'c', 'd', 'e'].map((text) =>
          caller.call('PUT', path, { content: base64(text), contentEncoding: 'base64' }, { 'if-match': tag }),
        ),
      )
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 412, 412, 412, 412])
      const stored = (await caller.call('GET', path)).body.template.contentVersion
      assert.equal(answers.find(({ status }) => status === 200)?.body.contentVersion, stored)
    })

    it('answers 400 for a broken source and keeps the old one', async () => {
      const templateId = await caller.upload('good')
      const answer = await caller.call('PUT', `/v1/templates/${templateId}`, {
        content: base64('{{#if a}}'),
        contentEncoding: 'base64',
      })
      assert.equal(answer.status, 400)
      assert.match(answer.body.error, /Parse error on line 1/)
      assert.equal((await caller.call('GET', `/v1/templates/${templateId}`)).body.template.content, 'good')
      assert.equal((await objectsOf(templateId)).length, 1)
    })

    it('never loses the source of a template during parallel replacements and deletions', async () => {
      for (let round = 0; round < 15; round += 1) {
        const templateId = await caller.upload(`start ${round}`)
        const replace = (text: string) =>
          caller.call('PUT', `/v1/templates/${templateId}`, {
            content: base64(text),
            contentEncoding: 'base64',
          })
        const remove = round % 2 === 0 ? [caller.call('DELETE', `/v1/templates/${templateId}`)] : []
        const answers = await Promise.all([replace('a'), replace('b'), replace('a'), ...remove])
        for (const { status } of answers) assert.ok(status === 200 || status === 404, String(status))
        const read = await caller.call('GET', `/v1/templates/${templateId}`)
        assert.equal(read.status, remove.length > 0 ? 404 : 200)
        if (read.status === 200) assert.match(read.body.template.content, /^[ab]$/)
        const stored = (await objectsOf(templateId)).length
        // The second call with the same text stores no version.
        assert.ok(remove.length > 0 ? stored === 0 : stored >= 2 && stored <= 4, String(stored))
      }
    })
  })

  describe('DELETE /v1/templates/{templateId}', () => {
    it('deletes the template and its stored file permanently', async () => {
      const templateId = await caller.upload('gone')
      const answer = await caller.call('DELETE', `/v1/templates/${templateId}`)
      assert.deepEqual(
        [answer.status, answer.body],
        [200, { message: 'The template was deleted.', templateId }],
      )
      assert.deepEqual(await objectsOf(templateId), [])
      assert.equal((await caller.call('GET', `/v1/templates/${templateId}`)).status, 404)
      assert.equal((await caller.call('DELETE', `/v1/templates/${templateId}`)).status, 404)
      assert.equal((await caller.generate(templateId, {})).status, 404)
    })
  })

  it('of another account get the same response as templates that do not exist (404)', async () => {
    const templateId = await otherAccount.upload('mine')
    const replacement = { content: base64('x'), contentEncoding: 'base64' }
    for (const [method, more] of [
      ['GET', undefined],
      ['PUT', replacement],
      ['DELETE', undefined],
    ] as const) {
      const theirs = await caller.call(method, `/v1/templates/${templateId}`, more)
      const missing = await caller.call(method, `/v1/templates/${UNUSED_ID}`, more)
      const malformed = await caller.call(method, '/v1/templates/not-a-uuid', more)
      assert.equal(theirs.status, 404)
      assert.deepEqual(theirs.body, missing.body)
      assert.deepEqual(malformed.body, missing.body)
    }
    assert.equal(
      (await otherAccount.call('GET', `/v1/templates/${templateId}`)).body.template.content,
      'mine',
    )
  })
})
