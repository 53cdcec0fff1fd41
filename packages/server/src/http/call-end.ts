import type { FastifyReply, FastifyRequest } from 'fastify'
import { ClientDisconnected } from './protocol/disconnect.ts'

/**
 * Calls `listener` once when the response is closed: it was sent, or the client has closed the connection.
 * @throws {ClientDisconnected} when the response is closed already. Node emits `close` only once, so the listener would
 * never be called.
 */
export function onCallEnd(request: FastifyRequest, reply: FastifyReply, listener: () => void): void {
  throwIfEnded(request, reply)
  reply.raw.once('close', listener)
}

/** Throws when the call has ended. @throws {ClientDisconnected} */
export function throwIfEnded(request: FastifyRequest, reply: FastifyReply): void {
  if (hasEnded(request, reply)) throw new ClientDisconnected()
}

/** Returns true when the response or its connection is closed. */
export function hasEnded(request: FastifyRequest, reply: FastifyReply): boolean {
  return reply.raw.closed || request.raw.socket.destroyed
}
