import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limitReached } from '../../accounts/token-bucket.ts'
import { type AuthenticatedKey, authenticateKey } from '../../accounts/authenticate-key.ts'
import type { KeyScope } from '../../accounts/keys.ts'
import type { Author } from '../../content/authors.ts'
import { Refusal } from '@platen/template/refusal'
import type { Services } from '../../services.ts'
import { exemptFromAnonymousLimit } from '../admission/anonymous-limit.ts'
import { waitForPermit, acquireLookup, acquireRendering } from '../admission/admission.ts'
import { networkOf } from '../network.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Scope that the API key of a call needs. Default: `read` for GET and HEAD, otherwise `write`. */
    scope?: KeyScope | 'any'
  }
  interface FastifyRequest {
    /** Account of the call. Set on all routes that need credentials. */
    accountId: string
    /** API key of the call. `undefined` on routes of the dashboard. */
    apiKey: { tokenId: string; name: string; isTest: boolean } | undefined
    /** Author of the changes that the call makes. Set on all routes that need credentials. */
    author: Author
  }
}

/** Header that has the API key of a call. */
export interface KeyHeader {
  keyOf(request: FastifyRequest): string | string[] | undefined
  /** Message for a call whose key is missing or invalid. */
  missingMessage: string
}

/** Header of calls to /v1. `Authorization` is ignored there. */
const V1_HEADER: KeyHeader = {
  keyOf: ({ headers }) => headers['x-api-key'],
  missingMessage: 'The API key is missing or not valid. Send it in the x-api-key header.',
}

/** Largest body, in bytes, that is read before the key is looked up. The body has the field `async`. */
const SHORT_BYTES_MAX = 64 * 1024

/**
 * Admits and authenticates all calls of a scope, before the body is read: acquires a permit, looks up the API key, and
 * checks the rate limit of the account.
 *
 * A call with a known key is rejected before the database is queried. A call that may be asynchronous does not need a
 * permit: if its body is short, the body is read first, and the key is looked up afterwards.
 * @throws {Refusal} `unauthorized`, the same for each reason; `forbidden`; `limit-reached`; `busy`.
 */
export function authenticate(
  app: FastifyInstance,
  services: Services,
  keyHeader: KeyHeader = V1_HEADER,
): void {
  const { admission } = services
  exemptFromAnonymousLimit(app)
  const find = async (request: FastifyRequest, key: string) => {
    const accountId = admission.keys.accountOf(key)
    const lookup =
      accountId === undefined
        ? acquireLookup(admission.unknownNetworks, networkOf(request.ip))
        : acquireLookup(admission.knownAccounts, accountId)
    try {
      const holder = await request.telemetry.phase('key', () =>
        authenticateKey(services.database, key, services.settings.rateLimitPerMinute),
      )
      admission.keys.record(key, holder?.accountId)
      return holder
    } finally {
      lookup.release(true)
    }
  }
  const identify = async (request: FastifyRequest, reply: FastifyReply) => {
    const key = keyHeader.keyOf(request)
    if (key === undefined) await admission.anonymous.count(request, reply)
    const holder = typeof key === 'string' ? await find(request, key) : undefined
    request.caller = holder && callerOf(holder)
    if (!holder)
      throw invalidKeyError(
        keyHeader.missingMessage,
        key === undefined ? 0 : admission.failedKeys.take(networkOf(request.ip), 1),
      )
    if (holder.suspended)
      throw new Refusal('forbidden', 'This account is suspended. Contact the operator of this service.')
    if (holder.retryAfter > 0) throw limitReached(holder.retryAfter)
    requireScope(request, holder.scopes)
    request.accountId = holder.accountId
    request.apiKey = callerOf(holder).key
    request.author = { tokenId: holder.tokenId }
  }

  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const key = keyHeader.keyOf(request)
    const knownAccount = typeof key === 'string' ? admission.keys.accountOf(key) : undefined
    if (knownAccount !== undefined) {
      request.caller = { accountId: knownAccount, key: undefined, keepsBodies: false }
      acquireRendering(admission, request, reply, knownAccount)
    }
    if ((request.rejection || request.permit?.isQueued()) && hasShortBody(request)) return
    await identify(request, reply)
    acquireRendering(admission, request, reply, request.accountId)
  })
  app.addHook('preHandler', async (request, reply) => {
    await waitForPermit(request)
    if (request.accountId === undefined) await identify(request, reply)
  })
}

/** Returns the caller for the request log, which also has the calls that the checks of the key reject. */
function callerOf({ accountId, tokenId, name, isTest, keepsBodies }: AuthenticatedKey) {
  return { accountId, key: { tokenId, name, isTest }, keepsBodies }
}

function hasShortBody({ headers }: FastifyRequest): boolean {
  return Number(headers['content-length']) <= SHORT_BYTES_MAX
}

/** @throws {Refusal} `forbidden` when the key of a call lacks the scope of the route. */
function requireScope({ method, routeOptions }: FastifyRequest, scopes: readonly KeyScope[]): void {
  const { scope = method === 'GET' || method === 'HEAD' ? 'read' : 'write' } = routeOptions.config
  if (scope === 'any' || scopes.includes(scope)) return
  throw new Refusal(
    'forbidden',
    `This call needs an API key with the scope "${scope}". This key has ${scopes.map((one) => `"${one}"`).join(' and ')}. ` +
      'Use another key, or create one in the dashboard.',
  )
}

function invalidKeyError(message: string, retryAfter: number): Refusal {
  return retryAfter > 0
    ? new Refusal(
        'limit-reached',
        'Too many calls with invalid API keys from your network. Wait and try again.',
        { retryAfter },
      )
    : new Refusal('unauthorized', message)
}
