import type { FastifyReply, FastifyRequest } from 'fastify'
import { perMinute, spendTokens } from '../../accounts/token-bucket.ts'
import { Refusal } from '@platen/template/refusal'
import { type Claims, notSignedInError } from '../../identity/identity.ts'
import { findOrCreateUser, type User } from '../../identity/users.ts'
import type { Services } from '../../services.ts'
import type { AnonymousLimit } from '../admission/anonymous-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user. Set on all routes under /dashboard/api. */
    user: User & Pick<Claims, 'sessionId'>
  }
}

// The compact form of a JWT. Stricter than decoders, which accept other characters.
const BEARER = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i

/**
 * Returns a hook that authenticates the user of a call under /dashboard/api by its bearer token and checks the rate
 * limit of the account, before the body is read. `x-api-key` and cookies are ignored, so pages of other sites cannot
 * send authenticated requests (CSRF).
 * @throws {Refusal} `unauthorized`, the same for each reason; `forbidden`; `limit-reached`; `busy`.
 */
export function requireSession(services: Services, anonymous: AnonymousLimit) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1]
    if (token === undefined) {
      await anonymous.count(request, reply)
      throw notSignedInError()
    }
    const signedIn = await request.telemetry.phase('key', async () => {
      const claims = await services.identity.verify(token)
      const { newAccounts } = services.settings
      const user = await findOrCreateUser(services.database, claims, newAccounts)
      return { ...user, sessionId: claims.sessionId }
    })
    if (signedIn.suspended) {
      throw new Refusal('forbidden', 'This account is suspended. Contact the operator of this service.')
    }
    const { rateLimitPerMinute } = services.settings
    await spendTokens(services.database, `calls ${signedIn.accountId}`, perMinute(rateLimitPerMinute))
    request.accountId = signedIn.accountId
    request.user = signedIn
    request.author = { person: signedIn.email }
  }
}

/** Hook that rejects users who are not operators. @throws {Refusal} `forbidden`. */
export async function requireOperator(request: FastifyRequest): Promise<void> {
  if (request.user.role !== 'operator') {
    throw new Refusal(
      'forbidden',
      'Only operators may do this. Make the account an operator with "platen accounts role".',
    )
  }
}
