import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import Fastify from 'fastify'
import { answerMalformedRequest } from '../../packages/server/src/http/protocol/malformed-requests.ts'
import { discardUnreadBodies } from '../../packages/server/src/http/bodies/unread-bodies.ts'
import { eventually } from '../harness.ts'
import { answersIn } from '../security/raw.ts'

const NEVER_MS = 600_000

/** Announces a body without sending it, and waits for the response. The client never closes its side. */
async function announceBody(limitMs: number, connection: string) {
  const app = Fastify({ clientErrorHandler: answerMalformedRequest })
  app.addHook('onRequest', async (_request, reply) => await reply.status(401).send({}))
  discardUnreadBodies(app, limitMs)
  app.post('/', async () => ({}))
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const accepted = once(app.server, 'connection')
  const client = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true })
  let received = ''
  client.setEncoding('latin1').on('data', (text: string) => (received += text))
  client.on('error', () => {})
  const [socket]: Socket[] = await accepted
  const closed = new Promise((resolve) => socket?.once('close', resolve))
  client.write(
    `POST / HTTP/1.1\r\nHost: h\r\nConnection: ${connection}\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n`,
  )
  await eventually(() => answersIn(received).length > 0)
  return {
    app,
    socket,
    closed,
    statuses: () => answersIn(received).map(({ status }) => status),
    async [Symbol.asyncDispose]() {
      client.destroy()
      await app.close()
    },
  }
}

describe('a connection whose request body never arrives after the response', () => {
  for (const connection of ['keep-alive', 'close']) {
    it(`is closed after the limit (${connection})`, { timeout: 60_000 }, async () => {
      await using call = await announceBody(1, connection)
      await call.closed
      assert.deepEqual(call.statuses(), [401])
    })

    it(`is closed without a second response at the time limit of Node (${connection})`, async () => {
      await using call = await announceBody(NEVER_MS, connection)
      const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      call.app.server.emit('clientError', error, call.socket)
      assert.equal(call.socket?.destroyed, true)
      await call.closed
      assert.deepEqual(call.statuses(), [401])
    })
  }
})
