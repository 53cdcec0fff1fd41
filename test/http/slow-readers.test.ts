import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import { createReadingClock, type ReadingLimit } from '../../packages/server/src/http/bodies/reading-clock.ts'
import { endSlowReaders } from '../../packages/server/src/http/protocol/slow-readers.ts'
import { createLogger } from '../../packages/server/src/log.ts'
import { eventually, startPlaten } from '../harness.ts'
import { answersIn, openSocket, readToEnd } from '../security/raw.ts'

/** More than the kernel buffers for a connection. */
const LARGE_BYTES = 64 * 1024 * 1024

async function startService(limit: ReadingLimit) {
  const lines: string[] = []
  const loggerInstance: FastifyBaseLogger = createLogger('info', { write: (line) => void lines.push(line) })
  const app = Fastify({ loggerInstance })
  const [called, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  endSlowReaders(app, limit)
  const ended = Promise.withResolvers<{ wasRead: boolean }>()
  app.addHook('onRequest', async (_request, reply) => {
    reply.raw.once('close', () => ended.resolve({ wasRead: reply.raw.writableFinished }))
  })
  app.get('/waiting', async () => {
    called.resolve()
    await released.promise
    return 'late'
  })
  app.get('/quick', async () => 'quick')
  app.get('/stalls', async (_request, reply) =>
    reply.send(
      Readable.from(
        (async function* () {
          yield 'first, '
          called.resolve()
          await released.promise
          yield 'last'
        })(),
      ),
    ),
  )
  app.get('/buffer', async () => Buffer.alloc(LARGE_BYTES))
  app.get('/stream', async (_request, reply) =>
    reply.send(
      Readable.from(
        (function* () {
          for (;;) yield Buffer.alloc(64 * 1024)
        })(),
      ),
    ),
  )
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    app,
    url,
    lines,
    called: called.promise,
    release: released.resolve,
    ended: ended.promise,
    [Symbol.asyncDispose]: () => app.close(),
  }
}

/** Waits until a later client that reads nothing is reset. The time limits of earlier clients are over then, too. */
async function laterClientIsReset({ url, lines }: { url: string; lines: string[] }) {
  const socket = await openSocket(url)
  socket.pause()
  socket.write('GET /buffer HTTP/1.1\r\nHost: h\r\n\r\n')
  await eventually(() => slowReaders(lines) === 1, 60_000)
  socket.destroy()
}

function slowReaders(lines: string[]): number {
  return lines.filter((line) => line.includes('did not read')).length
}

describe('the reading clock', () => {
  const limit = { graceMs: 1_000, bytesPerSecond: 1_000 }
  const at = (ms: number, isWaiting: boolean, takenBytes = 0) => ({ at: ms, isWaiting, takenBytes })

  it('counts only the time in which the service waits for the client', () => {
    const clock = createReadingClock(limit, at(0, false), 2_000)
    assert.equal(clock.observe(at(900, true)), 1_000)
    assert.equal(clock.observe(at(1_500, true)), 400)
    assert.equal(clock.observe(at(50_000, false)), 400)
    assert.equal(clock.observe(at(90_000, true)), 400)
    assert.equal(clock.observe(at(90_400, true)), 0)
  })

  it('allows more time for the bytes that the client has taken since the start', () => {
    const clock = createReadingClock(limit, at(0, true, 5_000), 2_000)
    assert.equal(clock.observe(at(1_500, true, 6_000)), 500)
    assert.equal(clock.observe(at(2_500, true, 6_000)), -500)
  })

  it('adds at most one step when the process was paused', () => {
    const clock = createReadingClock(limit, at(0, true), 300)
    assert.equal(clock.observe(at(60_000, true)), 700)
  })
})

describe('a client that reads its response', () => {
  it('is not reset when the service pauses during the response', async () => {
    await using service = await startService({ graceMs: 1, bytesPerSecond: Infinity })
    const answer = await fetch(`${service.url}/stalls`)
    await service.called
    await laterClientIsReset(service)
    service.release()
    assert.equal(await answer.text(), 'first, last')
  })

  it('is not reset when its response waits for the response of an earlier pipelined call', async () => {
    await using service = await startService({ graceMs: 1, bytesPerSecond: Infinity })
    const socket = await openSocket(service.url)
    const received = readToEnd(socket)
    const request = (path: string, connection: string) =>
      `GET ${path} HTTP/1.1\r\nHost: h\r\nConnection: ${connection}\r\n\r\n`
    socket.write(request('/waiting', 'keep-alive') + request('/quick', 'close'))
    await service.called
    await laterClientIsReset(service)
    service.release()
    assert.deepEqual(
      answersIn(await received).map(({ body }) => body),
      ['late', 'quick'],
    )
  })

  it('is not reported as slow when it closed the connection before the response', async () => {
    await using service = await startService({ graceMs: 1, bytesPerSecond: Infinity })
    const connection = once(service.app.server, 'connection')
    const socket = await openSocket(service.url)
    const [accepted] = await connection
    socket.write('GET /waiting HTTP/1.1\r\nHost: h\r\n\r\n')
    await service.called
    socket.destroy()
    await new Promise((resolve) => accepted.once('close', resolve))
    service.release()
    await laterClientIsReset(service)
    assert.equal(slowReaders(service.lines), 1, 'only the later client')
  })
})

describe('a client that does not read its response', () => {
  for (const path of ['/buffer', '/stream'])
    it(`is disconnected when its time limit is over: ${path}`, async () => {
      await using service = await startService({ graceMs: 50, bytesPerSecond: Infinity })
      const socket = await openSocket(service.url)
      socket.pause()
      socket.write(`GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`)
      assert.deepEqual(await service.ended, { wasRead: false })
      socket.destroy()
    })

  it('gets the whole response when it reads slowly, but at the minimum rate', async () => {
    // The grace time is over long before the response is read. At this rate the client has years.
    await using service = await startService({ graceMs: 1, bytesPerSecond: 1 })
    const socket = await openSocket(service.url)
    socket.pause()
    socket.write('GET /buffer HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n')
    await once(socket, 'readable')
    let bytes = 0
    socket.on('data', (chunk: Buffer) => (bytes += chunk.length))
    socket.resume()
    await once(socket, 'close')
    assert.ok(bytes > LARGE_BYTES)
    assert.deepEqual(await service.ended, { wasRead: true })
  })

  it('is disconnected by the service', async () => {
    await using platen = await startPlaten({
      overrides: { readingLimit: { graceMs: 200, bytesPerSecond: Infinity } },
    })
    const caller = await platen.account()
    const templateId = await caller.upload('x'.repeat(4_800_000))
    const socket = await openSocket(platen.url)
    socket.pause()
    const request = `GET /v1/templates/${templateId} HTTP/1.1\r\nHost: h\r\nx-api-key: ${caller.key}\r\n\r\n`
    // Together more than the kernel buffers for a connection.
    socket.write(request.repeat(10))
    let isReset = false
    socket.once('error', () => (isReset = true))
    // A client that does not read notices the reset when it writes. HTTP allows empty lines before a request.
    await eventually(() => {
      if (!isReset) socket.write('\r\n')
      return isReset
    }, 60_000)
  })
})
