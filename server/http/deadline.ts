import type { FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Aborts when the call has had its time, counted from its arrival, or when its caller has hung up. */
    deadline: AbortSignal
  }
}

/**
 * Gives every call its deadline. Fastify's own `request.signal` aborts as soon as a body has been read whole
 * (5.12.8: it takes the end of the incoming stream for the end of the connection), so it cannot be used.
 */
export function setDeadline(limitMs: number) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const hangUp = new AbortController()
    const timer = setTimeout(
      () => hangUp.abort(new Error(`The call took longer than ${limitMs} ms`)),
      limitMs,
    )
    reply.raw.once('close', () => {
      clearTimeout(timer)
      if (!reply.raw.writableFinished) hangUp.abort(new Error('The caller has hung up'))
    })
    request.deadline = hangUp.signal
  }
}
