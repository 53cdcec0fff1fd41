import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { perMinute, spendTokens } from '../../accounts/token-bucket.ts'
import { Refusal } from '@platen/template/refusal'
import { type Claims, notSignedInError } from '../../identity/identity.ts'
import { type Permission, roleHas, rolesWith } from '../../identity/teams/permissions.ts'
import { findOrCreateUser, type User, type UserMembership } from '../../identity/users.ts'
import type { Services } from '../../services.ts'
import type { AnonymousLimit } from '../admission/anonymous-limit.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Permission that the user of a call under /dashboard/api needs. Each route there names one. */
    permission?: Permission
  }
  interface FastifyRequest {
    /** The signed-in user. Set on all routes under /dashboard/api. */
    user: Omit<User, 'membership'> & Pick<Claims, 'sessionId'>
    /** The user's membership in the account of the call. Set on the routes under /dashboard/api that need an account. */
    membership: UserMembership
  }
}

// The compact form of a JWT. Stricter than decoders, which accept other characters.
const BEARER = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i
const ACCOUNT_HEADER = 'x-platen-account'
const ACCOUNT_LENGTH_MAX = 100

/** Error code of a call for an account of which the user is no member. */
const NOT_A_MEMBER = { detail: 'NOT_A_MEMBER' }
/** Error code of a call for a suspended account. */
const ACCOUNT_SUSPENDED = { detail: 'ACCOUNT_SUSPENDED' }

/** Fails at the registration of a route that names no permission, so that no route is open by mistake. */
export function requirePermissions(api: FastifyInstance): void {
  api.addHook('onRoute', ({ method, url, config }) => {
    if (config?.permission === undefined)
      throw new Error(`The route ${[method].flat().join(', ')} ${url} names no permission`)
  })
}

/**
 * Returns a hook that authenticates the user of a call under /dashboard/api by its bearer token, checks that the user's
 * role has the permission of the route, and checks the rate limit of the account, before the body is read. `x-api-key`
 * and cookies are ignored, so pages of other sites cannot send authenticated requests (CSRF).
 *
 * The header `x-platen-account` names the account by its `userId`. Default: the user's own account, or the oldest
 * membership. The membership is read in each call, so a removed member has no access from the next call on. Calls that
 * need no account ignore the header, and are rejected if all accounts of the user are suspended.
 * @throws {Refusal} `unauthorized`, the same for each reason; `forbidden`; `limit-reached`; `busy`.
 */
export function requireSession(services: Services, anonymous: AnonymousLimit) {
  const { newAccounts, rateLimitPerMinute } = services.settings
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1]
    if (token === undefined) {
      await anonymous.count(request, reply)
      throw notSignedInError()
    }
    const { permission } = request.routeOptions.config
    if (permission === undefined) throw new Error('The route of the call names no permission')
    const needsAccount = permission !== 'signed-in'
    const { membership, ...user } = await request.telemetry.phase('key', async () => {
      const claims = await services.identity.verify(token)
      const account = { accountUserId: needsAccount ? accountOf(request) : undefined, needsAccount }
      const identified = await findOrCreateUser(services.database, claims, newAccounts, account)
      return { ...identified, sessionId: claims.sessionId }
    })
    const bucket = needsAccount && membership ? membership.accountId : `user ${user.id}`
    if (membership?.suspended) {
      const message = 'This account is suspended. Contact the operator of this service.'
      throw new Refusal('forbidden', message, ACCOUNT_SUSPENDED)
    }
    await spendTokens(services.database, `calls ${bucket}`, perMinute(rateLimitPerMinute))
    request.user = user
    request.author = { person: user.email }
    if (permission === 'signed-in') return
    if (!membership) throw notMember()
    requirePermission(permission, membership)
    request.accountId = membership.accountId
    request.membership = membership
  }
}

/** Returns the account that a call names. A name that is no `userId` names no account of the user. */
function accountOf({ headers }: FastifyRequest): string | undefined {
  const name = headers[ACCOUNT_HEADER]
  if (name === undefined) return undefined
  if (typeof name !== 'string' || name.length > ACCOUNT_LENGTH_MAX) throw notMember()
  return name
}

function requirePermission(
  permission: Exclude<Permission, 'signed-in'>,
  { role, isOperator }: UserMembership,
): void {
  if (permission === 'operator') {
    if (isOperator) return
    throw new Refusal(
      'forbidden',
      'Only operators may do this. Make the account an operator with "platen accounts role".',
    )
  }
  if (roleHas(role, permission)) return
  throw new Refusal(
    'forbidden',
    `Your role in this account is "${role}". This call needs the role ${rolesWith(permission)
      .map((one) => `"${one}"`)
      .join(' or ')}. Ask an owner of the account.`,
  )
}

function notMember(): Refusal {
  return new Refusal(
    'forbidden',
    'You are not a member of this account. Choose another account, or ask an owner for an invitation.',
    NOT_A_MEMBER,
  )
}
