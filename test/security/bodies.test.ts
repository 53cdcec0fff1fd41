import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { auditCredits } from '../../packages/server/src/accounts/credits.ts'
import { base64, type Caller, cases, type Platen, startPlaten } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'

const BODY_BYTES_MAX = 6_815_744
const VALUES_MAX = 200_000
const NOBODYS = '3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b'

describe('hostile request bodies', () => {
  let platen: Platen
  let caller: Caller
  let templateId: string
  before(async () => {
    platen = await startPlaten()
    caller = await platen.account({ credits: 1_000 })
    templateId = await caller.upload('<p>[{{a}}]</p>')
  })
  after(async () => {
    assert.deepEqual(await auditCredits(platen.app.services.database), [])
    await platen[Symbol.asyncDispose]()
  })

  const post = (body: string | Uint8Array, type = 'application/json') =>
    caller.call('POST', '/v1/pdf/generate', body, { 'content-type': type })
  const withData = (data: string) => `{"templateId":"${templateId}","data":${data}}`

  it('rejects a body that is not valid UTF-8', async () => {
    const text = withData('{"a":"é"}')
    const within = (...bytes: number[]) =>
      Buffer.concat([
        Buffer.from(`{"templateId":"${templateId}","data":{"a":"`),
        Buffer.from(bytes),
        Buffer.from('"}}'),
      ])
    const utf16 = Buffer.from(text, 'utf16le')
    const rows: [string, Uint8Array, number][] = [
      ['UTF-8', Buffer.from(text), 200],
      ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`), 200],
      ['two byte order marks', Buffer.from(`\ufeff\ufeff${text}`), 400],
      ['UTF-16 LE', utf16, 400],
      ['UTF-16 LE with its mark', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]), 400],
      ['UTF-16 BE', Buffer.from(utf16).swap16(), 400],
      [
        'UTF-32 LE',
        Buffer.from(Uint32Array.from(Array.from(text, (c) => c.codePointAt(0) ?? 0)).buffer),
        400,
      ],
      ['Latin-1', Buffer.from(text, 'latin1'), 400],
      ['four bytes', within(0xf0, 0x9f, 0x98, 0x80), 200],
      ['an overlong slash', within(0xc0, 0xaf), 400],
      ['an overlong NUL', within(0xc0, 0x80), 400],
      ['an overlong quote', within(0xe0, 0x80, 0xa2), 400],
      ['half of a pair', within(0xed, 0xa0, 0x80), 400],
      ['a pair, each half in bytes of its own', within(0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80), 400],
      ['beyond U+10FFFF', within(0xf4, 0x90, 0x80, 0x80), 400],
      ['a byte alone that continues', within(0x80), 400],
      ['a character that is cut off', within(0xe2, 0x82), 400],
      ['5 bytes', within(0xf8, 0x88, 0x80, 0x80, 0x80), 400],
    ]
    for (const [label, bytes, status] of rows) {
      const answer = await post(bytes)
      assert.equal(answer.status, status, `${label}: ${JSON.stringify(answer.body)}`)
    }
    for (const charset of ['utf-16', 'utf-7', 'iso-8859-1', 'x', '"utf-16"']) {
      assert.equal((await post(text, `application/json; charset=${charset}`)).status, 400, charset)
    }
    for (const charset of ['utf-8', 'UTF-8', 'utf8', '"utf-8"']) {
      assert.equal((await post(text, `application/json; charset=${charset}`)).status, 200, charset)
    }
  })

  it('uses the last value of a repeated field', async () => {
    const rows: [string, number][] = [
      [`{"templateId":"${NOBODYS}","templateId":"${templateId}","data":{"a":1}}`, 200],
      [`{"templateId":"${templateId}","templateId":"${NOBODYS}","data":{"a":1}}`, 404],
      [`{"templateId":"${templateId}","data":null,"data":{"a":1}}`, 200],
      [`{"templateId":"${templateId}","data":{"a":1},"data":null}`, 400],
      [`{"templateId":"${templateId}","data":{"a":1},"sendEmail":["nobody"],"sendEmail":[]}`, 200],
      [`{"templateId":"${templateId}","data":{"a":1},"\\u0064ata":[null]}`, 400],
      [`{"templateId":"${templateId}","data":{"a":1},"async":true,"async":"no"}`, 400],
    ]
    for (const [body, status] of rows) assert.equal((await post(body)).status, status, body)
    const { body } = await post(withData('{"a":"first","a":"last"}'))
    assert.deepEqual(await downloadedTexts(body.pdfUrl), ['[last]'])
  })

  it('rejects too deep nesting and too many values before they exhaust the stack', async () => {
    const deep = (open: string, close: string, depth: number) =>
      withData(open.repeat(depth) + '1' + close.repeat(depth))
    const many = (count: number) => withData(`[[${Array(count).fill('1').join()}]]`)
    const rows: [string, string, number][] = [
      ['60 levels', deep('[', ']', 60), 200],
      ['70 levels', deep('[', ']', 70), 400],
      ['a million levels', deep('[', ']', 1_000_000), 400],
      ['a million objects within each other', deep('{"a":', '}', 1_000_000), 400],
      ['levels that are never closed', withData('['.repeat(BODY_BYTES_MAX - 100)).slice(0, -1), 400],
      // The body itself, its two fields and the two arrays count as values too.
      ['200,000 values', many(VALUES_MAX - 5), 200],
      ['one more', many(VALUES_MAX - 3), 400],
      ['a million empty objects', withData(`[[${Array(1_000_000).fill('{}').join()}]]`), 400],
      ['a key of 1,024 characters', withData(`{"${'k'.repeat(1_024)}":1}`), 200],
      ['a key of 1,025 characters', withData(`{"${'k'.repeat(1_025)}":1}`), 400],
    ]
    for (const [label, body, status] of rows) {
      assert.ok(body.length <= BODY_BYTES_MAX, label)
      const answer = await post(body)
      assert.equal(answer.status, status, `${label}: ${JSON.stringify(answer.body)}`)
    }
  })

  it('validates and prints a body over 256 KB like a short one', async () => {
    const long = 'x'.repeat(300 * 1024)
    const rows: [label: string, data: string, status: number, printed?: string[]][] = [
      ['an object', `{"a":"é😀","b":"${long}"}`, 200, ['[é😀]']],
      ['a list', `[{"a":1},{"a":[2,3],"b":"${long}"}]`, 200, ['[1]', '[2,3]']],
      ['elements that are no objects', `["${long}",7,true]`, 200, ['[]', '[]', '[]']],
      ['an element that is null', `[{"a":"${long}"},null]`, 400],
      ['no element', `[],"sendEmail":["${'x'.repeat(200)}"],"x":"${long}"`, 400],
      ['51 elements', `[${Array(51).fill('1').join()}],"x":"${long}"`, 400],
      ['a text', `"${long}"`, 400],
      ['null', `null,"x":"${long}"`, 400],
      ['a number that no reader keeps', `{"a":1e400,"b":"${long}"}`, 400],
      ['too many values beside it', `{"a":1},"x":[${Array(200_000).fill('1').join()}]`, 400],
    ]
    for (const [label, data, status, printed] of rows) {
      const answer = await post(withData(data))
      assert.equal(answer.status, status, `${label}: ${JSON.stringify(answer.body)}`)
      if (printed) assert.deepEqual(await downloadedTexts(answer.body.pdfUrl), printed, label)
    }
    const answer = await post(withData(`{"a":1},"x":[${Array(150_000).fill('1').join()}]`))
    assert.match(answer.body.message, /^The field x has more than 50000 values/)
    const fields = Array.from({ length: 51_000 }, (_, n) => `"${n}":1`).join()
    const many = await post(withData(`{"a":"${long}"},${fields}`))
    assert.match(many.body.message, /^The body besides data has more than 50000 values/)
  })

  it('recognises a repeated body over 256 KB by its Idempotency-Key, whatever its spacing', async () => {
    const again = async (data: string) =>
      await caller.call('POST', '/v1/pdf/generate', withData(data), {
        'content-type': 'application/json',
        'idempotency-key': 'a large body',
      })
    const long = 'x'.repeat(262_144 - 100)
    const first = await again(`{"a":1,"b":"${long}"}`)
    const second = await again(`{ "a": 1,${' '.repeat(1_000)}"b": "${long}" }`)
    assert.deepEqual([first.status, second.status, second.body.pdfUrl], [200, 200, first.body.pdfUrl])
    assert.equal((await again(`{ "a": 2,${' '.repeat(1_000)}"b": "${long}" }`)).status, 409)
  })

  it('keeps unusual numbers and characters unchanged or rejects them', async () => {
    const rows: [string, number][] = [
      ['{"a":1e400}', 400],
      ['{"a":-1e400}', 400],
      ['{"a":[[1e309]]}', 400],
      ['{"a":1e308}', 200],
      ['{"a":5e-324}', 200],
      ['{"a":1e-400}', 200],
      ['{"a":-0}', 200],
      [`{"a":${'9'.repeat(300)}}`, 200],
      [`{"a":0.${'1'.repeat(100_000)}}`, 200],
      ['{"a":"\\ud800"}', 200],
      ['{"a":"\\udc00\\ud800"}', 200],
      ['{"\\ud800":1}', 200],
      ['{"a":"\\u0000"}', 200],
      ['{"a":"\\uffff\\ufffe\\u202e"}', 200],
      ['{"":1}', 200],
    ]
    for (const [data, status] of rows) {
      for (const isAsync of [false, true]) {
        const body = `{"templateId":"${templateId}","async":${isAsync},"data":${data}}`
        const answer = await post(body)
        assert.equal(answer.status, status, `${data.slice(0, 60)}: ${JSON.stringify(answer.body)}`)
      }
    }
  })

  it('ignores or rejects fields that only the service sets', async () => {
    const other = await platen.account()
    const foreign = await other.upload('theirs')
    const forged = {
      userId: other.userId,
      accountId: other.accountId,
      account_id: other.accountId,
      templateId: foreign,
      template_id: foreign,
      id: foreign,
      storageKey: `users/${other.userId}/templates/${foreign}.hbs`,
      objectKey: '../../x',
      fileSize: 0,
      contentVersion: 'x',
      createdAt: '2000-01-01T00:00:00.000Z',
      updatedAt: '2000-01-01T00:00:00.000Z',
      thumbnailUrl: 'http://evil.example/x.png',
      credits: 1_000_000,
      plan: 'enterprise',
      isAdmin: true,
      role: 'admin',
      suspended: false,
    }
    const content = { name: 'Mine', content: base64('mine'), contentEncoding: 'base64' }
    const rowsOf = async (account: Caller) =>
      (
        await sql`select t.*, a.credits, a.plan, a.suspended_at from templates t join accounts a using (account_id)
        where account_id = ${account.accountId} order by template_id`.execute(platen.app.services.database)
      ).rows
    const [theirs, owner] = [await rowsOf(other), await platen.account()]
    const plain = (await owner.call('POST', '/v1/templates/upload', content)).body
    const uploaded = await owner.call('POST', '/v1/templates/upload', { ...content, ...forged })
    assert.equal(uploaded.status, 201)
    const replaced = await owner.call('PUT', `/v1/templates/${uploaded.body.templateId}`, {
      ...content,
      ...forged,
    })
    assert.equal(replaced.status, 200)
    for (const { body } of [uploaded, replaced]) {
      assert.deepEqual(Object.keys(body).toSorted(), Object.keys(plain).toSorted())
      assert.equal(body.userId, owner.userId)
      assert.notEqual(body.templateId, foreign)
      assert.equal(body.storageKey, `users/${owner.userId}/templates/${body.templateId}.hbs`)
      assert.deepEqual([body.fileSize, body.contentVersion], [plain.fileSize, plain.contentVersion])
      assert.ok(Math.abs(Date.parse(body.createdAt) - Date.now()) < 60_000)
    }
    const generated = await owner.call('POST', '/v1/pdf/generate', {
      ...forged,
      templateId: uploaded.body.templateId,
      data: {},
      pages: 0,
      pagesGenerated: 0,
      cost: 0,
      jobId: NOBODYS,
      syncLimitMs: 1e9,
    })
    assert.equal(generated.status, 200)
    assert.deepEqual(await owner.credits(), { credits: 9, reserved: 0 })
    assert.deepEqual(await rowsOf(other), theirs)
    for (const name of ['__proto__', 'constructor', 'prototype']) {
      const text = JSON.stringify(content).replace('{', `{"${name}":{"isAdmin":true},`)
      assert.equal((await owner.call('POST', '/v1/templates/upload', text)).status, 400, name)
    }
    assert.equal(Reflect.get({}, 'isAdmin'), undefined)
  })

  it('rejects a template source that is not a string, such as a parsed syntax tree', async () => {
    const tree = {
      type: 'Program',
      body: [{ type: 'ContentStatement', original: 'x', value: 'x' }],
      blockParams: [],
      strip: {},
    }
    const sources: unknown[] = [
      tree,
      JSON.stringify(tree),
      [tree],
      [97],
      { length: 4, toString: 'aGk=' },
      1,
      true,
      null,
      {},
      [],
      ['aGk='],
    ]
    const before = (await caller.call('GET', '/v1/templates')).body
    for (const content of sources) {
      const body = { name: 'x', content, contentEncoding: 'base64' }
      for (const [method, path] of [
        ['POST', '/v1/templates/upload'],
        ['PUT', `/v1/templates/${templateId}`],
      ] as const) {
        const answer = await caller.call(method, path, body)
        assert.equal(answer.status, 400, `${method} ${JSON.stringify(content)}`)
      }
    }
    assert.deepEqual((await caller.call('GET', '/v1/templates')).body, before)
    // The base64 of its JSON is a valid text: the template prints it unchanged.
    const asText = await caller.upload(JSON.stringify({ type: 'Program' }))
    assert.deepEqual(await downloadedTexts((await caller.generate(asText, {})).body.pdfUrl), [
      '{"type":"Program"}',
    ])
  })

  it('charges nothing for a rejected body, on every route', async () => {
    const poor = await platen.account({ credits: 5 })
    const template = await poor.upload('x')
    const rows = (await cases<{ b?: string; s: number | number[]; r?: string }>('json-bodies')).filter(
      ({ b, s }) => b !== undefined && s === 400,
    )
    assert.ok(rows.length >= 60)
    for (const { b = '' } of rows) {
      const body = b.replaceAll('%%T%%', template)
      for (const [method, path] of [
        ['POST', '/v1/pdf/generate'],
        ['POST', '/v1/templates/upload'],
        ['PUT', `/v1/templates/${template}`],
      ] as const) {
        const { status } = await poor.call(method, path, body)
        // A row that is invalid for one route may be valid for another.
        assert.ok(
          status === 400 || (path !== '/v1/pdf/generate' && [200, 201].includes(status)),
          `${method} ${path} ${b}: ${status}`,
        )
      }
    }
    assert.deepEqual(await poor.credits(), { credits: 5, reserved: 0 })
  })
})
