import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { once } from 'node:events'
import { answersIn, exchange, openSocket, readToEnd } from '../security/raw.ts'
import { base64, type Caller, cases, type Platen, send, startPlaten } from '../harness.ts'

const BODY_BYTES_MAX = 6_815_744

describe('HTTP', () => {
  let platen: Platen
  let caller: Caller
  let templateId: string
  before(async () => {
    platen = await startPlaten()
    caller = await platen.account({ credits: 10_000 })
    templateId = await caller.upload('<p>x</p>')
  })
  after(() => platen[Symbol.asyncDispose]())

  it('answers health checks without a key', async () => {
    const live = await send(`${platen.url}/health/live`, 'GET')
    assert.deepEqual([live.status, live.body.status], [200, 'live'])
    const ready = await send(`${platen.url}/health/ready`, 'GET')
    assert.equal(ready.status, 200)
    assert.deepEqual(ready.body.components, { database: 'ok', storage: 'ok', renderer: 'ok' })
  })

  it('answers unknown paths with 404, wrong methods with 405 and Allow, and other media types with 415', async () => {
    const unknown = await caller.call('GET', '/v1/nothing?signature=secret')
    assert.deepEqual(
      [unknown.status, unknown.body],
      [404, { message: 'The route GET /v1/nothing does not exist.' }],
    )
    for (const [method, path, allow] of [
      ['DELETE', '/v1/templates', 'GET, HEAD'],
      ['GET', '/v1/templates/upload', 'POST'],
      ['GET', '/v1/pdf/generate', 'POST'],
      ['PATCH', `/v1/templates/${templateId}`, 'DELETE, GET, HEAD, PUT'],
      ['POST', '/health/live', 'GET, HEAD'],
    ] as const) {
      const answer = await caller.call(method, path)
      assert.equal(answer.status, 405, `${method} ${path}`)
      assert.equal(answer.headers.get('allow'), allow)
      assert.equal(typeof answer.body.message, 'string')
    }
    for (const type of [
      'text/plain',
      'application/xml',
      'application/json\ta',
      'application/x-www-form-urlencoded',
    ]) {
      const answer = await caller.call('POST', '/v1/pdf/generate', '{}', { 'content-type': type })
      assert.equal(answer.status, 415, type)
      assert.match(answer.body.message, /application\/json/)
    }
    for (const encoding of ['gzip', 'br', 'deflate']) {
      assert.equal(
        (await caller.call('POST', '/v1/pdf/generate', '{}', { 'content-encoding': encoding })).status,
        415,
      )
    }
    assert.equal(
      (
        await caller.call('POST', '/v1/pdf/generate', '{}', {
          'content-type': 'application/json; charset=utf-7',
        })
      ).status,
      400,
    )
  })

  it('accepts a body of 6.5 MiB and rejects a larger one (413)', async () => {
    const frame = JSON.stringify({ templateId, data: { text: '' } })
    const sized = (bytes: number) => frame.replace('""', `"${'x'.repeat(bytes - frame.length)}"`)
    for (const [bytes, status] of [
      [BODY_BYTES_MAX - 1, 200],
      [BODY_BYTES_MAX, 200],
      [BODY_BYTES_MAX + 1, 413],
    ] as const) {
      const answer = await caller.call('POST', '/v1/pdf/generate', sized(bytes))
      assert.equal(answer.status, status, String(bytes))
      if (status === 413)
        assert.deepEqual(answer.body, { message: 'The body is larger than 6.5 MiB (6,815,744 bytes).' })
    }
  })

  it('accepts a chunked body up to the same size, and stops reading above it', async () => {
    const frame = JSON.stringify({ templateId, data: { text: '' } })
    const head = [
      'POST /v1/pdf/generate HTTP/1.1',
      'Host: h',
      `x-api-key: ${caller.key}`,
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
      'Connection: close',
      '\r\n',
    ].join('\r\n')
    const inChunks = (body: string) =>
      (body.match(/[^]{1,65536}/g) ?? []).map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('')
    for (const [bytes, status] of [
      [BODY_BYTES_MAX, 200],
      [BODY_BYTES_MAX + 1, 413],
    ] as const) {
      const body = frame.replace('""', `"${'x'.repeat(bytes - frame.length)}"`)
      const [answer] = answersIn(await exchange(platen.url, `${head}${inChunks(body)}0\r\n\r\n`))
      assert.equal(answer?.status, status)
    }
    const socket = await openSocket(platen.url)
    const answered = readToEnd(socket)
    socket.write(head)
    const chunk = inChunks('x'.repeat(65_536))
    let sent = 0
    for (; socket.writable && sent < 100 * BODY_BYTES_MAX; sent += chunk.length) {
      if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), answered]).catch(() => {})
    }
    const [answer] = answersIn(await answered)
    assert.ok(sent < 10 * BODY_BYTES_MAX, `${sent} bytes were taken`)
    // A client that continues to send may be disconnected before it has read the response.
    if (answer) assert.deepEqual([answer.status, answer.headers.get('connection')], [413, 'close'])
  })

  it('answers malformed and unusual JSON with the expected status', async () => {
    type Row = { b?: string; gen?: string; s: number | number[]; r?: string }
    const rows = await cases<Row>('json-bodies')
    for (const { b, gen, s, r } of rows) {
      const body = b === undefined ? generated(gen ?? '') : b.replaceAll('%%T%%', templateId)
      const path = r === 'U' ? '/v1/templates/upload' : '/v1/pdf/generate'
      const answer = await caller.call('POST', path, body)
      const label = (b ?? gen ?? '').slice(0, 120)
      // The table has the row for a complete upload twice, once as "contentEncoding is missing".
      assert.ok(
        [s].flat().includes(answer.status),
        `${label}: ${answer.status}, not ${String(s)}: ${JSON.stringify(answer.body).slice(0, 200)}`,
      )
      if (answer.status >= 400) assert.equal(typeof answer.body.message, 'string', label)
    }
    assert.equal(Reflect.get({}, 'async'), undefined)
    assert.equal(Reflect.get({}, 'x'), undefined)
  })

  function generated(what: string): string | Uint8Array {
    const withData = (data: string) => `{"templateId":"${templateId}","data":${data}}`
    const make: Record<string, () => string | Uint8Array> = {
      'data = [ x 100000 deep': () => withData('['.repeat(100_000) + ']'.repeat(100_000)),
      'data = {"a": x 100000 deep': () => withData('{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)),
      'whole body = [ x 3000000 unclosed': () => '['.repeat(3_000_000),
      'data with 1000000 keys': () =>
        withData(`{${Array.from({ length: 1_000_000 }, (_, n) => `"${n.toString(36)}":1`).join()}}`.slice(0)),
      'one string of 6 MB': () => withData(`{"s":"${'x'.repeat(6_000_000)}"}`),
      'one key of 6 MB': () => withData(`{"${'k'.repeat(6_000_000)}":1}`),
      'array of 51 objects': () => withData(`[${Array(51).fill('{}').join()}]`),
      'array of 50 objects': () => withData(`[${Array(50).fill('{}').join()}]`),
      'number with 1000000 digits': () => withData(`{"n":${'9'.repeat(1_000_000)}}`),
      'string of 1000000 \\u0041 escapes': () => withData(`{"s":"${'\\u0041'.repeat(1_000_000)}"}`),
      'string of 1000000 \\\\u0041 escapes': () => withData(`{"s":"${'\\u0041'.repeat(1_000_000)}"}`),
      'invalid UTF-8 bytes ff fe in a string': () =>
        Buffer.concat([
          Buffer.from(`{"templateId":"${templateId}","data":{"s":"`),
          Buffer.from([0xff, 0xfe]),
          Buffer.from('"}}'),
        ]),
      'UTF-16 body with BOM': () => Buffer.from(`\ufeff${withData('{}')}`, 'utf16le'),
      'sendEmail with 100000 addresses': () =>
        `{"templateId":"${templateId}","data":{},"sendEmail":${JSON.stringify(Array.from({ length: 100_000 }, (_, n) => `a${n}@example.com`))}}`,
    }
    const body = make[what]
    if (!body) throw new Error(`No body is known for "${what}"`)
    return body()
  }

  it('sends security headers and its own request id', async () => {
    const { headers } = await caller.call('GET', '/v1/templates', undefined, { 'x-request-id': 'forged' })
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/)
    assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
    assert.equal(headers.get('server'), null)
    assert.equal(headers.get('x-powered-by'), null)
  })

  it('serves an OpenAPI 3.1 document and the API reference', async () => {
    const { body } = await send(`${platen.url}/openapi.json`, 'GET')
    assert.equal(body.openapi, '3.1.0')
    const routes = Object.entries<object>(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    )
    const contract = [
      'delete /v1/templates/{templateId}',
      'get /health/live',
      'get /health/ready',
      'get /v1/jobs/{jobId}',
      'get /v1/templates',
      'get /v1/templates/{templateId}',
      'post /v1/pdf/generate',
      'post /v1/templates/upload',
      'put /v1/templates/{templateId}',
    ]
    assert.deepEqual(
      contract.filter((route) => !routes.includes(route)),
      [],
    )
    assert.ok(routes.every((route) => contract.includes(route) || /^\w+ \/v1\//.test(route)))
    const page = await send(`${platen.url}/docs/api`, 'GET')
    assert.equal(page.status, 200)
    assert.match(page.body, /<h1>API reference/)
  })

  it('answers an internal error with 500 and no details', async () => {
    const broken = await caller.upload('gone')
    const { storage } = platen.app.services
    for await (const { key } of storage.list('users')) if (key.includes(broken)) await storage.remove(key)
    const answer = await caller.generate(broken, {})
    assert.deepEqual([answer.status, answer.body], [500, { message: 'Internal server error' }])
    assert.equal((await caller.credits()).reserved, 0)
  })

  it('compiles a large template without delaying other calls', async () => {
    const large = caller.call('POST', '/v1/templates/upload', {
      name: 'large',
      content: base64('{{a}}'.repeat(10_000)),
      contentEncoding: 'base64',
    })
    let isCompiled = false
    void large.then(() => (isCompiled = true))
    for (let n = 0; n < 3; n += 1) await send(`${platen.url}/health/live`, 'GET')
    assert.equal(isCompiled, false, 'the other calls are answered first')
    assert.equal((await large).status, 201)
  })
})
