import type { FastifyRequest } from 'fastify'

/** The client closed the connection before the response. Thrown, or the reason of an aborted deadline. */
export class ClientDisconnected extends Error {
  constructor() {
    super('The client closed the connection before the response')
  }
}

/** Returns true for an error that was caused by the client closing the connection. */
export function isDisconnect(error: unknown, { deadline }: Pick<FastifyRequest, 'deadline'>): boolean {
  return (
    error instanceof ClientDisconnected ||
    (deadline?.reason instanceof ClientDisconnected && isCausedBy(error, deadline.reason))
  )
}

/** Returns true when an error or one of its causes is the reason of an abort. */
function isCausedBy(error: unknown, reason: unknown): boolean {
  if (error === reason) return true
  return error instanceof Error && (error.name === 'AbortError' || isCausedBy(error.cause, reason))
}
