import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../errors.ts'
import { onCallEnd, throwIfEnded } from '../call-end.ts'
import { isDisconnect } from './disconnect.ts'
import type { CallTelemetry, Telemetry } from '../../telemetry/telemetry.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the call's phases are timed with; set on every route under /v1. */
    telemetry: CallTelemetry
  }
}

/** Counts every answer by its route's pattern, and every refusal by its kind. */
export function countResponses(app: FastifyInstance, telemetry: Telemetry): void {
  app.addHook('onError', async (request, _reply, error) => {
    telemetry.record({ kind: 'refused', refusal: isDisconnect(error, request) ? 'hung-up' : kindOf(error) })
  })
  app.addHook('onResponse', async (request, reply) => {
    telemetry.record({ kind: 'answered', route: routeOf(request), status: reply.statusCode })
  })
}

/** Times each call of these routes, its body's way in by itself. */
export function timeCalls(app: FastifyInstance, telemetry: Telemetry): void {
  const ends = new WeakMap<FastifyRequest, () => void>()
  app.addHook('onRequest', async (request, reply) => {
    throwIfEnded(request, reply)
    const call = telemetry.begin(`${request.method} ${routeOf(request)}`, 'call')
    request.telemetry = call
    // A caller who hangs up has no response either.
    onCallEnd(request, reply, () => call.end(statusOf(reply), { isFault: reply.statusCode >= 500 }))
  })
  app.addHook('preParsing', async (request) => void ends.set(request, request.telemetry.time('body')))
  app.addHook('preHandler', async (request) => ends.get(request)?.())
}

/** 499 as elsewhere: the caller did not wait for its answer. */
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
