import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { auditCredits } from '../../packages/server/src/accounts/credits.ts'
import { base64, type Caller, cases, eventually, type Platen, send, startPlaten } from '../harness.ts'
import { assertFailure } from './failures.ts'
import { answersIn, call, exchange, openSocket, readToEnd } from './raw.ts'

const REQUEST_LIMIT_MS = 1_000
const IDLE_CONNECTIONS = 400

describe('hostile HTTP', () => {
  let platen: Platen
  let caller: Caller
  let templateId: string
  before(async () => {
    platen = await startPlaten({
      overrides: { failedKeysPerMinute: 1_000 },
    })
    caller = await platen.account({ credits: 1_000 })
    templateId = await caller.upload('<p>x</p>')
  })
  after(async () => {
    assert.deepEqual(await auditCredits(platen.app.services.database), [])
    await platen[Symbol.asyncDispose]()
  })

  const request = (head: string[], body = '') => requestOf(caller)(head, body)
  const json = (body: object) => {
    const text = JSON.stringify(body)
    return request(
      [
        'POST /v1/pdf/generate HTTP/1.1',
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(text)}`,
      ],
      text,
    )
  }

  it('gets one answer per request and cannot smuggle a second request', async () => {
    const rows = await cases<{ id: string; x: string; s: number[] }>('http-raw')
    for (const { id, x, s } of rows) {
      // With a valid key and on a route that reads bodies, so that no other rejection comes first.
      const text = x
        .replace('Host: h\r\n', `Host: h\r\nx-api-key: ${caller.key}\r\n`)
        .replace(/^POST \/ .*\r\n/, 'POST /v1/pdf/generate HTTP/1.1\r\nContent-Type: application/json\r\n')
      const received = await exchange(
        platen.url,
        Buffer.from(text, 'latin1'),
        s.length === 0 ? { firstMs: 500 } : {},
      )
      const answers = answersIn(received)
      assert.equal(answers.length, s.length === 0 ? 0 : 1, `${id}: ${received.slice(0, 300)}`)
      for (const answer of answers) {
        assert.ok(s.includes(answer.status), `${id}: ${answer.status} ${answer.body}`)
        if (answer.status >= 400) assertFailure(answer, id)
      }
    }
    const [control] = answersIn(await exchange(platen.url, json({ templateId, data: {} })))
    assert.equal(control?.status, 200)
  })

  it('accepts chunked bodies and rejects chunk extensions larger than the chunks', async () => {
    const body = JSON.stringify({ templateId, data: {} })
    const chunked = (extension: string) =>
      request(
        ['POST /v1/pdf/generate HTTP/1.1', 'Content-Type: application/json', 'Transfer-Encoding: chunked'],
        `${body.length.toString(16)}${extension}\r\n${body}\r\n0\r\n\r\n`,
      )
    const [control] = answersIn(await exchange(platen.url, chunked(';a=b')))
    assert.equal(control?.status, 200)
    const [refused] = answersIn(await exchange(platen.url, chunked(`;${'a'.repeat(100_000)}`)))
    assert.ok(refused)
    assert.equal(refused.status, 413)
    assertFailure(refused, 'chunk extensions')
  })

  it('answers 100 Continue only for a valid key and an allowed body size', async () => {
    const body = JSON.stringify({ templateId, data: {} })
    const asking = (key: string, length: number) =>
      `POST /v1/pdf/generate HTTP/1.1\r\nHost: h\r\nx-api-key: ${key}\r\nContent-Type: application/json\r\n` +
      `Expect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`
    const socket = await openSocket(platen.url)
    let received = ''
    socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk))
    socket.write(asking(caller.key, body.length))
    await eventually(() => received.startsWith('HTTP/1.1 100 Continue\r\n\r\n'), 60_000)
    socket.write(body)
    await eventually(() => received.includes('HTTP/1.1 200 OK'), 60_000)
    socket.destroy()
    assert.match(await exchange(platen.url, asking(caller.key, 999_999_999)), /^HTTP\/1\.1 413 /)
    assert.match(await exchange(platen.url, asking('tlfy_', body.length)), /^HTTP\/1\.1 401 /)
  })

  it('limits headers to 16 KiB and 100 fields', async () => {
    const get = (headers: string[]) => request(['GET /v1/templates HTTP/1.1', ...headers])
    const rows: [string, string[], number][] = [
      ['some', Array.from({ length: 90 }, (_, n) => `x-${n}: y`), 200],
      ['2,000 short ones', Array.from({ length: 2_000 }, () => 'a:b'), 431],
      ['1,000 of one name', Array.from({ length: 1_000 }, () => 'x-api-key: tlfy_'), 431],
      ['101 in all', Array.from({ length: 98 }, (_, n) => `x-${n}: y`), 431],
      ['one of 20 KB', [`x: ${'y'.repeat(20_000)}`], 431],
      ['a name of 20 KB', [`${'x'.repeat(20_000)}: y`], 431],
      ['a name with NUL', ['x\0y: z'], 400],
      ['a value with NUL', ['x: y\0z'], 400],
      ['a name with a space', ['x y: z'], 400],
      ['no name', [': z'], 400],
      ['a bare line feed', ['x: y\nz: w'], 400],
      ['a bare carriage return', ['x: y\rz: w'], 400],
    ]
    for (const [label, headers, status] of rows) {
      const [answer] = answersIn(await exchange(platen.url, Buffer.from(get(headers), 'latin1')))
      assert.equal(answer?.status, status, label)
      if (answer.status >= 400) assertFailure(answer, label)
    }
  })

  it('cuts off requests that arrive byte by byte, and serves calls beside hundreds of idle connections', async () => {
    await using platen = await startPlaten({ overrides: { requestLimitMs: REQUEST_LIMIT_MS } })
    const trickle = (first: string, then = 'x') => trickleTo(platen.url, first, then)
    const caller = await platen.account()
    const request = requestOf(caller)
    const templateId = await caller.upload('<p>x</p>')
    const head = ['POST /v1/pdf/generate HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 1000']
    const idle = await Promise.all(Array.from({ length: IDLE_CONNECTIONS }, () => openSocket(platen.url)))
    const slow = await Promise.all([
      trickle('GET /v1/templates HTTP/1.1\r\nHost: h\r\n'),
      trickle(request(head, '{"templateId":"')),
      trickle(
        request([
          'POST /v1/pdf/generate HTTP/1.1',
          'Content-Type: application/json',
          'Transfer-Encoding: chunked',
        ]),
        '1\r\n \r\n',
      ),
    ])
    for (let attempt = 0; attempt < 50; attempt += 1)
      assert.equal((await send(`${platen.url}/health/live`, 'GET')).status, 200)
    assert.equal((await caller.generate(templateId, {})).status, 200)
    const ends = await Promise.all(slow.map(({ closed }) => closed))
    for (const received of ends) {
      const [answer] = answersIn(received)
      assert.ok(answer, 'a slow caller was told nothing')
      assert.equal(answer.status, 408)
      assertFailure(answer, 'slow')
    }
    for (const socket of idle) socket.destroy()
  })

  it('charges nothing for a call whose client closed the connection', async () => {
    const hasty = await platen.account({ credits: 50 })
    // Long enough to be observed during its render.
    const slow = '<script>for (const end = Date.now() + 500; Date.now() < end; );</script>'
    const template = await hasty.upload(slow)
    const text = json({ templateId: template, data: [{}, {}] }).replace(caller.key, hasty.key)
    for (const waitFor of ['nothing', 'nothing', 'reservation', 'reservation', 'reservation']) {
      const socket = await openSocket(platen.url)
      socket.write(text)
      if (waitFor === 'reservation')
        await eventually(async () => (await hasty.credits()).reserved > 0, 60_000)
      socket.destroy()
      await eventually(async () => (await hasty.credits()).reserved === 0, 60_000)
    }
    const endless = await hasty.upload('<script>while (true) {}</script>')
    const socket = await openSocket(platen.url)
    socket.write(json({ templateId: endless, data: {} }).replace(caller.key, hasty.key))
    await eventually(async () => (await hasty.credits()).reserved === 1, 60_000)
    const { credits } = await hasty.credits()
    socket.destroy()
    await eventually(async () => (await hasty.credits()).reserved === 0, 60_000)
    assert.equal((await hasty.credits()).credits, credits)
  })

  it('authenticates each of 100 pipelined requests', async () => {
    const other = await platen.account()
    const otherTemplate = await other.upload('other')
    const senders: [string, number, string][] = [
      [caller.key, 200, templateId],
      [other.key, 200, otherTemplate],
      ['', 401, 'x-api-key'],
      [`tlfy_${'x'.repeat(43)}`, 401, 'x-api-key'],
    ]
    const senderOf = Array.from({ length: 25 }, () => senders).flat()
    const text = senderOf.map(([key], index) =>
      [
        'GET /v1/templates HTTP/1.1',
        'Host: h',
        ...(key ? [`x-api-key: ${key}`] : []),
        ...(index === 99 ? ['Connection: close'] : []),
        '\r\n',
      ].join('\r\n'),
    )
    const answers = answersIn(await exchange(platen.url, text.join(''), { silenceMs: 60_000 }))
    assert.equal(answers.length, 100)
    for (const [index, { status, body }] of answers.entries()) {
      const [, expected, word = ''] = senderOf[index] ?? []
      assert.equal(status, expected, `request ${index}`)
      assert.ok(body.includes(word), `request ${index}`)
      if (word !== templateId) assert.ok(!body.includes(templateId))
    }
  })

  it('matches no alternative spelling of a route', async () => {
    const rows = await cases<{ m: string; p: string; h?: Record<string, string>; s: number[] }>('paths')
    for (const { m, p, h, s } of rows) {
      const answer = await call(platen.url, m, p.replaceAll('%%T%%', templateId), {
        'x-api-key': caller.key,
        ...h,
      })
      assert.ok(s.includes(answer.status), `${m} ${p}: ${answer.status} ${answer.body.slice(0, 200)}`)
      if (answer.status >= 400 && m !== 'HEAD') assertFailure(answer, `${m} ${p}`)
    }
    const { body } = await caller.call('GET', `/v1/templates/${templateId}`)
    assert.equal(body.template.content, '<p>x</p>')
  })

  it('rejects compressed bodies', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '))
    for (const encoding of [
      'gzip',
      'x-gzip',
      'deflate',
      'br',
      'zstd',
      'gzip, identity',
      'identity, gzip',
      'nonsense',
    ]) {
      const answer = await caller.call('POST', '/v1/pdf/generate', bomb, { 'content-encoding': encoding })
      assert.equal(answer.status, 415, encoding)
    }
    const plain = await caller.call(
      'POST',
      '/v1/pdf/generate',
      { templateId, data: {} },
      { 'content-encoding': 'identity' },
    )
    assert.equal(plain.status, 200)
    const keyless = await send(`${platen.url}/v1/pdf/generate`, 'POST', bomb, { 'content-encoding': 'gzip' })
    assert.equal(keyless.status, 401)
  })

  it('ignores Host and forwarding headers in the URLs of answers', async () => {
    await using behind = await startPlaten({ environment: { TRUSTED_PROXIES: '127.0.0.1' } })
    for (const service of [platen, behind]) {
      const account = await service.account()
      const template = await account.upload('<p>x</p>')
      const forged = {
        Host: 'evil.example',
        'X-Forwarded-Host': 'evil.example',
        'X-Forwarded-Proto': 'gopher',
        'X-Forwarded-For': '203.0.113.9',
        Forwarded: 'host=evil.example;proto=gopher',
        'X-Original-URL': '/health/live',
        'X-Rewrite-URL': '/health/live',
      }
      for (const isAsync of [false, true]) {
        const text = JSON.stringify({
          templateId: template,
          data: {},
          async: isAsync,
          sendEmail: ['a@example.com'],
        })
        const [answer] = answersIn(
          await exchange(
            service.url,
            [
              'POST /v1/pdf/generate HTTP/1.1',
              ...Object.entries(forged).map(([name, value]) => `${name}: ${value}`),
              `x-api-key: ${account.key}`,
              'Content-Type: application/json',
              `Content-Length: ${text.length}`,
              'Connection: close',
              '',
              text,
            ].join('\r\n'),
          ),
        )
        assert.equal(answer?.status, 200, answer?.body)
        assert.ok(!JSON.stringify([...answer.headers, answer.body]).includes('evil'))
        if (!isAsync) assert.ok(JSON.parse(answer.body).pdfUrl.startsWith(`${service.url}/files/`))
      }
    }
  })

  it('describes every failure without internal details', async () => {
    const poor = await platen.account({ credits: 0 })
    const suspended = await platen.account()
    await sql`update accounts set suspended_at = now() where account_id = ${suspended.accountId}`.execute(
      platen.app.services.database,
    )
    const broken = await caller.upload('gone')
    const { storage } = platen.app.services
    for await (const { key } of storage.list('users')) if (key.includes(broken)) await storage.remove(key)
    const post = (key: string, body: object | string, path = '/v1/pdf/generate', type = 'application/json') =>
      call(
        platen.url,
        'POST',
        path,
        { 'x-api-key': key, 'content-type': type },
        typeof body === 'string' ? body : JSON.stringify(body),
      )
    const asJson = { 'x-api-key': caller.key, 'content-type': 'application/json' }
    const upload = (source: string) =>
      post(
        caller.key,
        { name: 'x', content: base64(source), contentEncoding: 'base64' },
        '/v1/templates/upload',
      )
    const failed = [
      [400, await post(caller.key, '{"templateId": secret')],
      [400, await post(caller.key, { templateId: { $ne: null }, data: {} })],
      [400, await upload('{{#if}}')],
      [400, await post(caller.key, { templateId: await caller.upload('{{lookup}}{{nope 1}}'), data: {} })],
      [401, await post('tlfy_', {})],
      [402, await post(poor.key, { templateId: await poor.upload('x'), data: {} })],
      [403, await post(suspended.key, {})],
      [403, await call(platen.url, 'GET', '/files/x/y?expires=1&signature=z')],
      [404, await post(caller.key, {}, '/v1/nothing')],
      [404, await post(caller.key, { templateId: poor.accountId, data: {} })],
      [405, await call(platen.url, 'PATCH', '/v1/templates', { 'x-api-key': caller.key })],
      [413, await call(platen.url, 'POST', '/v1/pdf/generate', { ...asJson, 'content-length': '7000000' })],
      [415, await post(caller.key, {}, '/v1/pdf/generate', 'text/xml')],
      [500, await post(caller.key, { templateId: broken, data: {} })],
    ] as const
    for (const [status, answer] of failed) {
      assert.equal(answer.status, status, answer.body)
      assertFailure(answer, String(status))
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
      assert.ok(!answer.body.includes('secret') && !answer.body.includes(caller.key))
    }
  })
})

/** Returns a function that writes a request with the key of `caller`. */
function requestOf({ key }: Caller) {
  return (head: string[], body = '') =>
    [...head, 'Host: h', `x-api-key: ${key}`, 'Connection: close', '', body].join('\r\n')
}

/** Sends `first`, then repeats `then`. */
async function trickleTo(url: string, first: string, then: string): Promise<{ closed: Promise<string> }> {
  const socket = await openSocket(url)
  socket.write(first)
  const bytes = setInterval(() => socket.write(then), 50)
  return { closed: readToEnd(socket).finally(() => clearInterval(bytes)) }
}
