import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

/**
 * Log of requests for a terminal: one line for each call of the API, and none for the dashboard's own requests, of which
 * a page sends dozens. Refused calls and failures are logged where they are answered.
 */
export class BriefRequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    // The route's pattern: a path may hold what a log must not.
    const path = request.routeOptions.url ?? ''
    if (error) super.requestCompleted(error, request, reply)
    else if (path.startsWith('/v1/') || path === '/mcp') {
      const ms = Math.round(reply.elapsedTime)
      request.log.info({}, `${request.method} ${path} ${reply.statusCode}, ${ms} ms`)
    }
  }
}
