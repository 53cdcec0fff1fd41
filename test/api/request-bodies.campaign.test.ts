import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { PlatenError, Platen as Client } from '../../packages/client/src/index.ts'
import { base64, type Caller, eventually, type Platen, send, startPlaten } from '../harness.ts'
import { scaled } from '../scale.ts'
import { answersIn, openSocket, readToEnd } from '../security/raw.ts'

// Each try sends megabytes to find an order of events in which the response is lost.
const TRIES = scaled({ short: 3, long: 20 })
const CHECK = '/v1/templates/check'
const BUSY = /Too many large request bodies are being processed/

describe('request bodies', () => {
  let platen: Platen
  let caller: Caller
  before(async () => {
    // One body of 6.5 MiB fits, but not a second one of the same account.
    platen = await startPlaten({ environment: { BODY_MEMORY_MB: '16' } })
    caller = await platen.account()
  })
  after(() => platen[Symbol.asyncDispose]())

  const head = (key: string, more: string[], path = CHECK) =>
    [
      `POST ${path} HTTP/1.1`,
      'Host: h',
      `x-api-key: ${key}`,
      'Content-Type: application/json',
      ...more,
      '\r\n',
    ].join('\r\n')
  const large = { content: base64('x'.repeat(4_000_000)), contentEncoding: 'base64' }

  /**
   * Announces a body of 6 MB without sending it.
   * @returns the connection when the service has reserved the memory. `undefined` when it has no memory for the body.
   */
  const tryToAnnounce = async (key: string): Promise<Socket | undefined> => {
    const socket = await openSocket(platen.url)
    let received = ''
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()))
    socket.write(head(key, ['Content-Length: 6000000', 'Expect: 100-continue']))
    await eventually(() => received !== '', 60_000)
    if (received.startsWith('HTTP/1.1 100 ')) return socket
    assert.match(received, /^HTTP\/1\.1 503 /)
    socket.destroy()
    return undefined
  }
  /** Announces a body as soon as the memory of earlier calls is free. */
  const announce = (key: string): Promise<Socket> =>
    eventually(async () => (await tryToAnnounce(key)) ?? false, 60_000)

  it('are rejected above the memory of their account (503) while other accounts are served', async () => {
    const other = await platen.account()
    const open = await announce(caller.key)
    const refused = await caller.call('POST', CHECK, large)
    assert.equal(refused.status, 503)
    assert.equal(refused.headers.get('retry-after'), '2')
    assert.match(refused.body.message, BUSY)
    assert.equal((await other.call('POST', CHECK, large)).status, 200)
    const small = { content: base64('<p>x</p>'), contentEncoding: 'base64' }
    assert.equal((await caller.call('POST', CHECK, small)).status, 200)
    open.destroy()
    await eventually(async () => (await caller.call('POST', CHECK, large)).status === 200, 60_000)
  })

  it('are counted as they arrive when they are chunked', async () => {
    const open = await announce(caller.key)
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
    const socket = await openSocket(platen.url)
    const answered = readToEnd(socket)
    socket.write(head(caller.key, ['Transfer-Encoding: chunked', 'Connection: close']))
    for (let sent = 0; sent < 5_000_000; sent += 65_536)
      if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), answered])
    socket.write('0\r\n\r\n')
    const [answer] = answersIn(await answered)
    assert.equal(answer?.status, 503)
    assert.match(answer.body, BUSY)
    open.destroy()
  })

  it('are counted on each route that reads a body', async () => {
    const person = await platen.person()
    const token = await person.token()
    const templateId = await caller.upload('x')
    const body = 'x'.repeat(6_000_000)
    for (const [method, path, headers, key] of [
      ['POST', '/v1/pdf/generate', {}, caller.key],
      ['POST', '/v1/templates/upload', {}, caller.key],
      ['PUT', `/v1/templates/${templateId}`, {}, caller.key],
      ['POST', '/v1/templates/preview', {}, caller.key],
      ['PUT', '/v1/partials/x', {}, caller.key],
      ['PUT', '/v1/assets/x', { 'content-type': 'image/png' }, caller.key],
      ['POST', '/mcp', {}, caller.key],
    ] as const) {
      const open = await announce(key)
      const sent = path === '/v1/assets/x' ? body.slice(1_000_000) : body
      const answer = await caller.call(method, path, sent, headers)
      assert.deepEqual(
        [answer.status, answer.body.message?.slice(0, 40)],
        [503, 'Too many large request bodies are being '],
        path,
      )
      open.destroy()
    }
    // The dashboard uses a session, not a key, so its first call reserves the memory.
    const socket = await openSocket(platen.url)
    let received = ''
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()))
    socket.write(
      [
        'POST /dashboard/api/templates HTTP/1.1',
        'Host: h',
        `Authorization: Bearer ${token}`,
        'Content-Type: application/json',
        'Expect: 100-continue',
        'Content-Length: 6000000',
        '\r\n',
      ].join('\r\n'),
    )
    await eventually(() => received.startsWith('HTTP/1.1 100 '), 60_000)
    assert.equal((await person.call('POST', '/dashboard/api/templates', body)).status, 503)
    socket.destroy()
  })

  it('release their memory at the end of the call, also when the client disconnects', async () => {
    for (let n = 0; n < TRIES; n += 1) {
      const socket = await announce(caller.key)
      assert.equal(await tryToAnnounce(caller.key), undefined, 'no memory is left for a second one')
      if (n % 2 === 0) socket.destroy()
      else {
        const closed = once(socket, 'close')
        socket.write('x'.repeat(6_000_000))
        await eventually(() => socket.bytesRead > 30, 60_000)
        socket.end()
        await closed
      }
      ;(await announce(caller.key)).destroy()
    }
  })

  describe('that are too large or rejected before they are read', () => {
    const content = 'x'.repeat(6_000_000)
    const tooLarge =
      'The body is larger than 6.5 MiB (6,815,744 bytes). A template has at most 5,110,000 bytes (about 4.8 MiB).'
    const upload = () => JSON.stringify({ name: 'x', content: base64(content), contentEncoding: 'base64' })

    it(`are answered 413 with the limit in ${TRIES} of ${TRIES} calls over connections that stay open`, async () => {
      for (let n = 0; n < TRIES; n += 1) {
        const answer = await caller.call('POST', '/v1/templates/upload', upload())
        assert.deepEqual([answer.status, answer.body], [413, { message: tooLarge }])
      }
    })

    it('are answered when the client sends the whole body before it reads and then closes the connection', async () => {
      const body = upload()
      const rows: [string, number, string][] = [
        [caller.key, 413, `Content-Length: ${body.length}`],
        ['tlfy_x', 401, `Content-Length: ${body.length}`],
        [caller.key, 413, 'Transfer-Encoding: chunked'],
      ]
      for (const [key, status, length] of rows)
        for (let n = 0; n < TRIES; n += 1) {
          const socket = await openSocket(platen.url)
          // The client reads nothing until the whole body is sent.
          socket.pause()
          const isChunked = length.startsWith('Transfer')
          const sent = isChunked ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body
          const failed = once(socket, 'error').then(([error]) => assert.fail(String(error)))
          const written = new Promise((resolve) => {
            socket.write(head(key, ['Connection: close', length], '/v1/templates/upload') + sent, resolve)
          })
          await Promise.race([written, failed])
          const received = readToEnd(socket)
          socket.resume()
          const [answer] = answersIn(await Promise.race([received, failed]))
          assert.equal(answer?.status, status, `${length}, try ${n}`)
        }
    })

    it(`are reported as 413 by the TypeScript client in ${TRIES} of ${TRIES} calls`, async () => {
      const client = new Client({ apiKey: caller.key, baseUrl: platen.url, retries: 0 })
      for (let n = 0; n < TRIES; n += 1) {
        const error = await client.templates.upload({ name: 'x', content }).then(
          () => assert.fail('It was stored'),
          (thrown: unknown) => thrown,
        )
        assert.ok(error instanceof PlatenError, String(error))
        assert.deepEqual([error.status, error.message], [413, tooLarge])
      }
    })

    it('are answered with the limit of the object that the route stores', async () => {
      const body = 'x'.repeat(7_000_000)
      for (const [path, expected] of [
        ['/v1/pdf/generate', 'The body is larger than 6.5 MiB (6,815,744 bytes).'],
        [
          '/v1/partials/x',
          'The body is larger than 6.5 MiB (6,815,744 bytes). A partial has at most 524,288 bytes.',
        ],
        ['/v1/assets/x', 'The body is larger than 5 MiB (5,242,880 bytes). This is the limit for an asset.'],
      ] as const) {
        const answer = await caller.call(path === '/v1/pdf/generate' ? 'POST' : 'PUT', path, body)
        assert.deepEqual([answer.status, answer.body], [413, { message: expected }])
      }
      const signIn = await send(`${platen.url}/dashboard/auth/sign-in/email`, 'POST', 'x'.repeat(20_000), {
        origin: platen.url,
      })
      assert.deepEqual([signIn.status, signIn.body.message], [413, 'The body is larger than 16,384 bytes.'])
    })

    it('are cut off when the client continues to send', async () => {
      const socket = await openSocket(platen.url)
      const answered = readToEnd(socket)
      socket.write(head('tlfy_x', ['Content-Length: 999999999999']))
      const chunk = 'x'.repeat(65_536)
      let sent = 0
      for (; socket.writable && sent < 500_000_000; sent += chunk.length)
        if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), answered]).catch(() => {})
      const [answer] = answersIn(await answered)
      assert.ok(sent < 100_000_000, `${sent} bytes were taken`)
      assert.equal(answer?.status ?? 401, 401)
    })
  })
})
