import type { FastifyReply, FastifyRequest } from 'fastify'
import { ClientDisconnected } from './protocol/disconnect.ts'

/**
 * Calls `listener` once when the response is closed: it was sent, or the client has closed the connection.
 * @throws {ClientDisconnected} when it is closed already: Node does not emit `close` again, so the listener would never be called.
 */
export function onCallEnd(request: FastifyRequest, reply: FastifyReply, listener: () => void): void {
  throwIfEnded(request, reply)
  reply.raw.once('close', listener)
}

/** @throws {ClientDisconnected} when the client has closed the connection already. */
export function throwIfEnded(request: FastifyRequest, reply: FastifyReply): void {
  if (hasEnded(request, reply)) throw new ClientDisconnected()
}

/** Returns true when the response or its connection is closed. */
export function hasEnded(request: FastifyRequest, reply: FastifyReply): boolean {
  return reply.raw.closed || request.raw.socket.destroyed
}
