import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../errors.ts'
import { networkOf } from '../network.ts'
import { createTokenBuckets } from './token-buckets.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The tokens that a request takes from its network's bucket, 1 by default. 0 exempts the route. */
    anonymousCost?: number
  }
}

/** Rate limit for requests without credentials: a token bucket for each network, in this process. */
export interface AnonymousLimit {
  /** Takes tokens for a request, 1 by default. @throws {Refusal} `limit-reached`, after a pause. */
  count(request: FastifyRequest, reply: FastifyReply, cost?: number): Promise<void>
}

/** A connection that waits for each answer repeats a refused request no sooner than after this time. */
const PAUSE_MS = 1_000
/** Requests that pause at the same time, about 10 MB. */
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
        // The client has to connect again, and what it has sent ahead is dropped.
        void reply.header('connection', 'close')
      }
      throw new Refusal('limit-reached', 'Your network sends too many requests. Try again in a moment.', {
        retryAfter,
      })
    },
  }
}

/** Applies the limit to every route of the application that is not exempt, and to paths that have no route. */
export function limitAnonymous(app: FastifyInstance, limit: AnonymousLimit): void {
  app.addHook('onRequest', async (request, reply) => {
    const { anonymousCost } = request.routeOptions.config
    if (anonymousCost !== 0) await limit.count(request, reply, anonymousCost)
  })
}

/** Exempts all routes of a scope that are added from now on: they need credentials, which have their own limits. */
export function exemptFromAnonymousLimit(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, anonymousCost: 0 }
  })
}
