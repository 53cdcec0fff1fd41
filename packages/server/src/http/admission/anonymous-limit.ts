import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '@platen/template/refusal'
import { networkOf } from '../network.ts'
import { createTokenBuckets } from '@platen/capacity/token-buckets'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Tokens that a request takes from the bucket of its network. Default: 1. 0 exempts the route. */
    anonymousCost?: number
  }
}

/** Rate limit for requests without credentials: a token bucket for each network, in this process. */
export interface AnonymousLimit {
  /** Takes tokens for a request, 1 by default. @throws {Refusal} `limit-reached`, after a pause. */
  count(request: FastifyRequest, reply: FastifyReply, cost?: number): Promise<void>
}

/** Delay of a rejection, in milliseconds. It slows down a client that sends one request after another. */
const PAUSE_MS = 1_000
/** Rejections that are delayed at the same time. Uses about 10 MB. */
const PAUSED_MAX = 1_000

/** Creates the limit with full buckets. */
export function createAnonymousLimit(rate: { burst: number; perSecond: number }): AnonymousLimit {
  const buckets = createTokenBuckets(rate)
  let paused = 0
  return {
    async count(request, reply, cost = 1) {
      const retryAfter = buckets.take(networkOf(request.ip), cost)
      if (retryAfter === 0) return
      if (paused < PAUSED_MAX) {
        paused += 1
        await delay(PAUSE_MS)
        paused -= 1
      } else {
        // The client has to connect again. Pipelined requests are dropped.
        void reply.header('connection', 'close')
      }
      throw new Refusal('limit-reached', 'Your network sends too many requests. Try again in a moment.', {
        retryAfter,
      })
    },
  }
}

/** Applies the limit to all routes that are not exempt and to paths without a route. */
export function limitAnonymous(app: FastifyInstance, limit: AnonymousLimit): void {
  app.addHook('onRequest', async (request, reply) => {
    const { anonymousCost } = request.routeOptions.config
    if (anonymousCost !== 0) await limit.count(request, reply, anonymousCost)
  })
}

/** Exempts the routes that are added to a scope after this call. They need credentials, which have their own limits. */
export function exemptFromAnonymousLimit(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, anonymousCost: 0 }
  })
}
