import type { FastifyReply, FastifyRequest } from 'fastify'
import { tooManyCalls } from '../../accounts/call-limit.ts'
import { Refusal } from '../../errors.ts'
import { takeAttempt } from '../../identity/attempts.ts'
import { type Claims, notSignedIn } from '../../identity/identity.ts'
import { findOrCreateUser, type User } from '../../identity/users.ts'
import type { Services } from '../../services.ts'
import type { AnonymousLimit } from '../admission/anonymous-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in; set on every route under /dashboard/api. */
    person: User & Pick<Claims, 'sessionId'>
  }
}

// A signed token in its compact form, and nothing that a decoder would be lenient with.
const BEARER = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i

/**
 * The first step of every call under /dashboard/api, before its body is read: who is signed in, and may their
 * account be used? `x-api-key` and cookies are never looked at, so no other page can make a browser call for them.
 * @throws {Refusal} `unauthorized`, the same for every reason; `forbidden`; `limit-reached`; `busy`.
 */
export function requireSession(services: Services, anonymous: AnonymousLimit) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1]
    if (token === undefined) {
      await anonymous.count(request, reply)
      throw notSignedIn()
    }
    const person = await request.telemetry.phase('key', async () => {
      const claims = await services.identity.verify(token)
      const { newAccounts } = services.settings
      const found = await findOrCreateUser(services.database, claims, newAccounts)
      return { ...found, sessionId: claims.sessionId }
    })
    if (person.suspended) {
      throw new Refusal('forbidden', 'This account is suspended. Please contact its operator.')
    }
    const { rateLimitPerMinute } = services.settings
    const limit = { burst: rateLimitPerMinute, perHour: rateLimitPerMinute * 60 }
    const retryAfter = await takeAttempt(services.database, `calls ${person.accountId}`, limit)
    if (retryAfter > 0) throw tooManyCalls(retryAfter)
    request.accountId = person.accountId
    request.person = person
  }
}

/** Lets only operators into a route. @throws {Refusal} `forbidden`. */
export async function requireOperator(request: FastifyRequest): Promise<void> {
  if (request.person.role !== 'operator') {
    throw new Refusal('forbidden', 'This is for operators. "platen accounts role" makes somebody one.')
  }
}
