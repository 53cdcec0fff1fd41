import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { HungUp } from './hung-up.ts'

/** Listeners by connection: one listener of the socket serves all calls that a client pipelines. */
const byConnection = new WeakMap<Socket, Set<() => void>>()

/**
 * Calls `listener` once when the call ends: when its response is closed, or its connection. Node emits no `close` for
 * a pipelined response whose turn has not come when the connection closes.
 * @throws {HungUp} when the client has closed the connection already. The listener is not called then.
 */
export function onCallEnd(request: FastifyRequest, reply: FastifyReply, listener: () => void): void {
  const { socket } = request.raw
  throwIfEnded(request, reply)
  // A call from within the process has no connection.
  const listeners = socket instanceof Socket ? listenersOf(socket) : undefined
  const end = () => {
    reply.raw.off('close', end)
    listeners?.delete(end)
    listener()
  }
  reply.raw.once('close', end)
  listeners?.add(end)
}

/** @throws {HungUp} when the client has closed the connection already. */
export function throwIfEnded(request: FastifyRequest, reply: FastifyReply): void {
  if (hasEnded(request, reply)) throw new HungUp()
}

/** Returns true when the response or its connection is closed. Neither emits `close` again. */
export function hasEnded(request: FastifyRequest, reply: FastifyReply): boolean {
  return reply.raw.closed || request.raw.socket.destroyed
}

function listenersOf(socket: Socket): Set<() => void> {
  const existing = byConnection.get(socket)
  if (existing) return existing
  const listeners = new Set<() => void>()
  byConnection.set(socket, listeners)
  socket.once('close', () => {
    for (const end of listeners) end()
  })
  return listeners
}
