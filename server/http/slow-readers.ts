import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Time that a client has to read an answer. */
export interface ReadingLimit {
  /** Milliseconds for any answer. */
  graceMs: number
  /** Beyond that: a second for so many bytes. */
  bytesPerSecond: number
}

/** A client with 256 kbit/s reads every answer in time. An answer of 20 MB is held for at most 11 minutes. */
export const READING_LIMIT: ReadingLimit = { graceMs: 30_000, bytesPerSecond: 32_000 }

/** Timers of Node take at most 24 days. */
const LOOK_EVERY_MS_MAX = 60_000

/**
 * Ends the connection of a client that does not read its answer in time, because an unread answer stays in memory.
 * Streams are counted as they flow: only what the client has taken is followed by more.
 */
export function endSlowReaders(app: FastifyInstance, limit: ReadingLimit): void {
  app.addHook('onSend', async (request, reply) => watch(request, reply, limit))
}

function watch(request: FastifyRequest, reply: FastifyReply, limit: ReadingLimit): void {
  const { socket } = request.raw
  const [startedAt, writtenBefore] = [performance.now(), socket.bytesWritten]
  // A call from within the process has no connection.
  if (!(socket instanceof Socket)) return
  const look = () => {
    const allowedMs = limit.graceMs + ((socket.bytesWritten - writtenBefore) / limit.bytesPerSecond) * 1_000
    const leftMs = startedAt + allowedMs - performance.now()
    if (leftMs > 0) timer = setTimeout(look, Math.min(Math.ceil(leftMs), LOOK_EVERY_MS_MAX)).unref()
    else {
      request.log.info({ allowedMs: Math.round(allowedMs) }, 'the client did not read its answer in time')
      // Unlike destroy() this drops what the kernel still holds for the client.
      socket.resetAndDestroy()
    }
  }
  let timer = setTimeout(look, limit.graceMs).unref()
  reply.raw.once('close', () => clearTimeout(timer))
}
