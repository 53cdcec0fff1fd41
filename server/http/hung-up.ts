import type { FastifyRequest } from 'fastify'

/** Reason with which a call's deadline aborts when its client has closed the connection. */
export class HungUp extends Error {
  constructor() {
    super('The client closed the connection before its answer')
  }
}

/** Returns true for an error that is there only because the client closed the connection. */
export function isHangUp(error: unknown, { deadline }: Pick<FastifyRequest, 'deadline'>): boolean {
  return deadline?.reason instanceof HungUp && isOf(error, deadline.reason)
}

/** Looks for the reason of an abort in an error and its causes. */
function isOf(error: unknown, reason: unknown): boolean {
  if (error === reason) return true
  return error instanceof Error && (error.name === 'AbortError' || isOf(error.cause, reason))
}
