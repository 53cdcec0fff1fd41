import type { FastifyRequest } from 'fastify'

/** The client closed the connection before the response: reason of an aborted deadline, or thrown. */
export class ClientDisconnected extends Error {
  constructor() {
    super('The client closed the connection before its answer')
  }
}

/** Returns true for an error caused by the client closing the connection. */
export function isDisconnect(error: unknown, { deadline }: Pick<FastifyRequest, 'deadline'>): boolean {
  return (
    error instanceof ClientDisconnected ||
    (deadline?.reason instanceof ClientDisconnected && isOf(error, deadline.reason))
  )
}

/** Looks for the reason of an abort in an error and its causes. */
function isOf(error: unknown, reason: unknown): boolean {
  if (error === reason) return true
  return error instanceof Error && (error.name === 'AbortError' || isOf(error.cause, reason))
}
