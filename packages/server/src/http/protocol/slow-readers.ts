import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasEnded } from '../call-end.ts'
import { createReadingClock, type Reading, type ReadingLimit } from '../bodies/reading-clock.ts'

/** A client with 256 kbit/s reads each response in time. A response of 20 MB stays in memory for at most 11 minutes. */
export const READING_LIMIT: ReadingLimit = { graceMs: 30_000, bytesPerSecond: 32_000 }

/** Time between two checks of a connection. In milliseconds. */
const CHECK_EVERY_MS = 1_000

/**
 * Resets the connection of a client that does not read its response in time, because an unread response stays in memory.
 * A stream continues only after the client has read the previous part.
 */
export function endSlowReaders(app: FastifyInstance, limit: ReadingLimit): void {
  app.addHook('onSend', async (request, reply) => {
    // An injected call has no connection. A closed response emits no `close` event that would stop the timer.
    if (!(request.raw.socket instanceof Socket) || hasEnded(request, reply)) return
    const { raw } = reply
    // A pipelined response gets the connection when the responses before it are sent.
    if (raw.socket) watch(request, reply, raw.socket, limit)
    else raw.once('socket', (socket: Socket) => watch(request, reply, socket, limit))
  })
}

function watch(request: FastifyRequest, reply: FastifyReply, socket: Socket, limit: ReadingLimit): void {
  const everyMs = Math.min(CHECK_EVERY_MS, limit.graceMs)
  const clock = createReadingClock(limit, readingOf(socket), 2 * everyMs)
  const timer = setInterval(() => {
    if (clock.observe(readingOf(socket)) > 0) return
    clearInterval(timer)
    request.log.info('the client did not read its response in time')
    // Unlike destroy(), this also discards the data that the kernel has buffered for the client.
    socket.resetAndDestroy()
  }, everyMs).unref()
  reply.raw.once('close', () => clearInterval(timer))
}

function readingOf(socket: Socket): Reading {
  return {
    at: performance.now(),
    isWaiting: socket.writableLength > 0,
    takenBytes: takenBytes(socket),
  }
}

/**
 * Returns the bytes that the kernel has accepted for the client. `socket.bytesWritten` also counts the data that waits in
 * memory. Node has no public property for the difference, so this reads the same handle as `socket.setTimeout`.
 */
function takenBytes(socket: Socket): number {
  const { _handle: handle } = socket as {
    _handle?: { bytesWritten?: number; writeQueueSize?: number } | null
  }
  return (handle?.bytesWritten ?? 0) - (handle?.writeQueueSize ?? 0)
}
