import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import Fastify from 'fastify'
import { endSlowReaders, type ReadingLimit } from '../../server/http/slow-readers.ts'
import { eventually, startPlaten } from '../harness.ts'
import { openSocket } from '../security/raw.ts'

/** More than the kernel keeps for a connection. */
const LARGE_BYTES = 64 * 1024 * 1024

async function startService(limit: ReadingLimit) {
  const app = Fastify()
  endSlowReaders(app, limit)
  const ended = Promise.withResolvers<{ wasRead: boolean }>()
  app.addHook('onRequest', async (_request, reply) => {
    reply.raw.once('close', () => ended.resolve({ wasRead: reply.raw.writableFinished }))
  })
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
  return { url, ended: ended.promise, [Symbol.asyncDispose]: () => app.close() }
}

describe('a client that does not read its answer', () => {
  for (const path of ['/buffer', '/stream'])
    it(`is disconnected when its time is over: ${path}`, async () => {
      await using service = await startService({ graceMs: 50, bytesPerSecond: Infinity })
      const socket = await openSocket(service.url)
      socket.pause()
      socket.write(`GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`)
      assert.deepEqual(await service.ended, { wasRead: false })
      socket.destroy()
    })

  it('gets a whole answer when it reads slowly, as long as it keeps to the rate', async () => {
    // The grace is over long before the answer is read. At this rate it has years.
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
    // Together more than the kernel keeps for a connection.
    socket.write(request.repeat(10))
    let isReset = false
    socket.once('error', () => (isReset = true))
    // A client that does not read learns of it when it writes. HTTP allows empty lines before a request.
    await eventually(() => {
      if (!isReset) socket.write('\r\n')
      return isReset
    })
  })
})
