import type { FastifyRequest } from 'fastify'
import { useKey } from '../accounts/keys.ts'
import { Refusal } from '../errors.ts'
import type { Services } from '../services.ts'
import type { FailedKeys } from './failed-keys.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whom the call speaks for; set on every route under /v1. */
    accountId: string
  }
}

/**
 * The first step of every call under /v1, before its body is read: whose key is it, and may that account call
 * now? `Authorization` is never looked at.
 * @throws {Refusal} `unauthorized`, the same for every reason; `forbidden`; `limit-reached`.
 */
export function authenticate(services: Services, failedKeys: FailedKeys) {
  return async (request: FastifyRequest): Promise<void> => {
    const key = request.headers['x-api-key']
    const holder =
      typeof key === 'string'
        ? await request.telemetry.phase('key', () =>
            useKey(services.database, key, services.settings.rateLimitPerMinute),
          )
        : undefined
    if (!holder) throw unauthorized(key === undefined ? 0 : failedKeys.count(request.ip))
    if (holder.suspended)
      throw new Refusal('forbidden', 'This account is suspended. Please contact its operator.')
    if (holder.retryAfter > 0) {
      throw new Refusal('limit-reached', 'Too many calls. Please wait and try again.', {
        retryAfter: holder.retryAfter,
      })
    }
    request.accountId = holder.accountId
  }
}

function unauthorized(retryAfter: number): Refusal {
  return retryAfter > 0
    ? new Refusal('limit-reached', 'Too many keys that are not valid. Please wait and try again.', {
        retryAfter,
      })
    : new Refusal('unauthorized', 'The x-api-key header is missing or holds no valid key.')
}
