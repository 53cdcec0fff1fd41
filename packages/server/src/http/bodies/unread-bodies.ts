import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Bytes of a rejected body that are read and discarded. Then the connection is closed. */
const DISCARDED_BYTES_MAX = 32 * 1024 * 1024

/** Connections whose last response was sent before the body of its request had arrived. */
const answeredEarly = new WeakSet<Socket>()

/**
 * Discards the rest of a request body after the response was sent. A client that sends its whole body before it reads
 * would otherwise get a connection reset instead of the response: the kernel resets a connection that is closed with
 * unread bytes.
 * @param limitMs time limit for the rest, in milliseconds. Then the connection is closed.
 */
export function discardUnreadBodies(app: FastifyInstance, limitMs: number): void {
  app.addHook('onSend', async (request, reply) => {
    const { raw, headers } = request
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0
    // An injected call has no connection.
    if (!hasBody || raw.complete || !(raw.socket instanceof Socket)) return
    // A client that waits for "100 Continue" may never send its body.
    if (headers.expect !== undefined) void reply.header('connection', 'close')
    discard(raw)
    closeAfter(raw, raw.socket, limitMs)
  })
}

/** Returns true while the rest of a body is discarded. A second response must not be sent then. */
export function wasAnsweredEarly(socket: Socket): boolean {
  return answeredEarly.has(socket)
}

function discard(raw: IncomingMessage): void {
  let discarded = 0
  // A parser that still waits for the body would buffer it.
  raw.unpipe()
  raw.removeAllListeners('data')
  raw.on('data', (chunk: Buffer) => {
    discarded += chunk.length
    if (discarded > DISCARDED_BYTES_MAX) raw.socket.destroy()
  })
  raw.resume()
  // Node removes the listener at the end of the response if nothing was read before.
  raw.read(0)
}

/** Delays the end of the connection until the body has arrived (lingering close). The sending side is closed at once. */
function closeAfter(raw: IncomingMessage, socket: Socket, limitMs: number): void {
  const destroySoon = socket.destroySoon.bind(socket)
  let isClosing = false
  const timer = setTimeout(() => socket.destroy(), limitMs).unref()
  answeredEarly.add(socket)
  // Node calls this after a response with "Connection: close".
  socket.destroySoon = () => {
    isClosing = true
    socket.end()
  }
  raw.once('close', () => clearTimeout(timer))
  raw.once('end', () => {
    clearTimeout(timer)
    answeredEarly.delete(socket)
    socket.destroySoon = destroySoon
    if (isClosing) destroySoon()
  })
}
