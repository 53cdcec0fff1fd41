import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '@platen/template/refusal'
import { onCallEnd, throwIfEnded } from '../call-end.ts'
import { isDisconnect } from './disconnect.ts'
import type { Services } from '../../services.ts'
import type { CallTelemetry, Telemetry } from '../../telemetry/telemetry.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Telemetry of the call. Set on all routes that need credentials. */
    telemetry: CallTelemetry
    /** Components of the service, with the telemetry of the call. Set on the same routes. */
    services: Services
  }
}

/** Counts responses by the pattern of the route, and refusals by kind. */
export function countResponses(app: FastifyInstance, telemetry: Telemetry): void {
  app.addHook('onError', async (request, _reply, error) => {
    telemetry.record({ kind: 'refused', refusal: isDisconnect(error, request) ? 'hung-up' : kindOf(error) })
  })
  app.addHook('onResponse', async (request, reply) => {
    telemetry.record({ kind: 'answered', route: routeOf(request), status: reply.statusCode })
  })
}

/** Measures the duration of each call of these routes, and of the phase `body` in which the body is received. */
export function timeCalls(app: FastifyInstance, services: Services): void {
  const ends = new WeakMap<FastifyRequest, () => void>()
  app.addHook('onRequest', async (request, reply) => {
    throwIfEnded(request, reply)
    const call = services.telemetry.begin(`${request.method} ${routeOf(request)}`, 'call')
    request.telemetry = call
    request.services = { ...services, telemetry: call }
    // Also called when the client disconnects before the response.
    onCallEnd(request, reply, () => call.end(statusOf(reply), { isFault: reply.statusCode >= 500 }))
  })
  app.addHook('preParsing', async (request) => void ends.set(request, request.telemetry.startPhase('body')))
  app.addHook('preHandler', async (request) => ends.get(request)?.())
}

/** Returns the status of a call. 499 when the client closed the connection before the response (as nginx logs it). */
function statusOf(reply: FastifyReply): string {
  return String(reply.raw.writableFinished ? reply.statusCode : 499)
}

function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'none'
}

function kindOf(error: Error & { statusCode?: number }): string {
  if (error instanceof Refusal) return error.kind
  return (error.statusCode ?? 500) < 500 ? 'malformed' : 'fault'
}
