import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

/**
 * Request log for a terminal: one line for each API call, and none for requests of the dashboard, because a page sends
 * dozens. Rejected calls and failures are logged by the error handler.
 */
export class BriefRequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    // The pattern of the route: a path may contain secrets that must not be logged.
    const path = request.routeOptions.url ?? ''
    if (error) super.requestCompleted(error, request, reply)
    else if (path.startsWith('/v1/') || path === '/mcp') {
      const ms = Math.round(reply.elapsedTime)
      request.log.info({}, `${request.method} ${path} ${reply.statusCode}, ${ms} ms`)
    }
  }
}
