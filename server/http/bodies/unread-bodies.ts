import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** A body that was refused is still read and discarded up to this size. Then the connection is cut. */
const DISCARDED_BYTES_MAX = 32 * 1024 * 1024

/** Connections whose last response was sent before the body of its request had arrived. */
const answeredEarly = new WeakSet<Socket>()

/**
 * Discards the rest of a request body after the response was sent. A client that sends its whole body before it reads
 * would otherwise get a reset connection instead of the response: the kernel resets a connection that is closed with
 * unread bytes.
 * @param limitMs milliseconds that the rest may take. Then the connection is cut.
 */
export function discardUnreadBodies(app: FastifyInstance, limitMs: number): void {
  app.addHook('onSend', async (request, reply) => {
    const { raw, headers } = request
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0
    // A call from within the process has no connection.
    if (!hasBody || raw.complete || !(raw.socket instanceof Socket)) return
    // The client waits for an answer with its body, and may never send it.
    if (headers.expect !== undefined) void reply.header('connection', 'close')
    discard(raw)
    closeAfter(raw, raw.socket, limitMs)
  })
}

/** Returns true while the rest of a body is discarded: a second response would have no request. */
export function wasAnsweredEarly(socket: Socket): boolean {
  return answeredEarly.has(socket)
}

function discard(raw: IncomingMessage): void {
  let discarded = 0
  // A parser that still waits for the body would keep it.
  raw.unpipe()
  raw.removeAllListeners('data')
  raw.on('data', (chunk: Buffer) => {
    discarded += chunk.length
    if (discarded > DISCARDED_BYTES_MAX) raw.socket.destroy()
  })
  raw.resume()
  // Node removes the listener at the end of the answer when nothing was read until then.
  raw.read(0)
}

/** Delays the end of the connection until the body has arrived (lingering close). Only our side is closed at once. */
function closeAfter(raw: IncomingMessage, socket: Socket, limitMs: number): void {
  const destroySoon = socket.destroySoon.bind(socket)
  let isClosing = false
  const timer = setTimeout(() => socket.destroy(), limitMs).unref()
  answeredEarly.add(socket)
  // Node calls this after an answer with "Connection: close".
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
