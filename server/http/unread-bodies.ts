import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** A body that was refused is still read and discarded up to this size. Then the connection is cut. */
const DISCARDED_BYTES_MAX = 32 * 1024 * 1024

/**
 * Discards what comes of a body after its call was answered. A client that sends its whole body before it reads would
 * otherwise get a reset connection instead of the answer: the kernel resets a connection that is closed with unread
 * bytes. The time is limited by the server's limit for a whole request.
 */
export function discardUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    const { raw, headers } = request
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0
    // A call from within the process has no connection.
    if (!hasBody || raw.complete || !(raw.socket instanceof Socket)) return
    // The client waits for an answer with its body, and may never send it.
    if (headers.expect !== undefined) void reply.header('connection', 'close')
    discard(raw)
    closeAfter(raw, raw.socket)
  })
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

/** Delays the end of the connection until the body is there whole (lingering close). Only our side is closed at once. */
function closeAfter(raw: IncomingMessage, socket: Socket): void {
  const destroySoon = socket.destroySoon.bind(socket)
  let isClosing = false
  // Node calls this after an answer with "Connection: close".
  socket.destroySoon = () => {
    isClosing = true
    socket.end()
  }
  raw.once('end', () => {
    socket.destroySoon = destroySoon
    if (isClosing) destroySoon()
  })
}
