import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { tooManyCalls } from '../../accounts/call-limit.ts'
import { authenticateKey } from '../../accounts/keys.ts'
import { Refusal } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { exemptFromAnonymousLimit } from '../admission/anonymous-limit.ts'
import { type Admission, waitForPermit, acquireLookup, acquireRendering } from '../admission/admission.ts'
import type { FailedKeys } from '../admission/failed-keys.ts'
import { networkOf } from '../network.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whom the call speaks for; set on every route under /v1. */
    accountId: string
    /** The key that was shown; not set where people sign in. */
    apiKey: { tokenId: string; name: string } | undefined
  }
}

/** Where a call has its key. */
export interface KeyHeader {
  keyOf(request: FastifyRequest): string | string[] | undefined
  /** What whoever has shown none is told. */
  missing: string
}

/** Under /v1: `Authorization` is never looked at. */
const HEADER: KeyHeader = {
  keyOf: ({ headers }) => headers['x-api-key'],
  missing: 'The x-api-key header is missing or holds no valid key.',
}

/** What a body may have that is read so as to see whether it wants to wait, before its key is looked up. */
const SHORT_BYTES_MAX = 64 * 1024

/**
 * The first step of every call that needs a key, before its body is read: is there room for it, whose key is it, and
 * may that account call now?
 *
 * Where there is no room, whoever was here lately is told so before the database is asked. Calls that might be
 * asynchronous need none: a short body is read first, then, and the key is looked up if it is one.
 * @throws {Refusal} `unauthorized`, the same for every reason; `forbidden`; `limit-reached`; `busy` when there is no
 * room.
 */
export function authenticate(
  app: FastifyInstance,
  services: Services,
  { door, failedKeys, place = HEADER }: { door: Admission; failedKeys: FailedKeys; place?: KeyHeader },
): void {
  exemptFromAnonymousLimit(app)
  const find = async (request: FastifyRequest, key: string) => {
    const accountId = door.keys.accountOf(key)
    const lookup =
      accountId === undefined
        ? acquireLookup(door.unknownNetworks, networkOf(request.ip))
        : acquireLookup(door.knownAccounts, accountId)
    try {
      const holder = await request.telemetry.phase('key', () =>
        authenticateKey(services.database, key, services.settings.rateLimitPerMinute),
      )
      door.keys.note(key, holder?.accountId)
      return holder
    } finally {
      lookup.release(true)
    }
  }
  const identify = async (request: FastifyRequest, reply: FastifyReply) => {
    const key = place.keyOf(request)
    if (key === undefined) await door.anonymous.count(request, reply)
    const holder = typeof key === 'string' ? await find(request, key) : undefined
    if (!holder) throw unauthorized(place.missing, key === undefined ? 0 : failedKeys.count(request.ip))
    if (holder.suspended)
      throw new Refusal('forbidden', 'This account is suspended. Please contact its operator.')
    if (holder.retryAfter > 0) throw tooManyCalls(holder.retryAfter)
    request.accountId = holder.accountId
    request.apiKey = { tokenId: holder.tokenId, name: holder.name }
  }

  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const key = place.keyOf(request)
    const familiar = typeof key === 'string' ? door.keys.accountOf(key) : undefined
    if (familiar !== undefined) acquireRendering(door, request, reply, familiar)
    if ((request.noPlace || request.place?.isQueued()) && hasShortBody(request)) return
    await identify(request, reply)
    acquireRendering(door, request, reply, request.accountId)
  })
  app.addHook('preHandler', async (request, reply) => {
    await waitForPermit(request)
    if (request.accountId === undefined) await identify(request, reply)
  })
}

function hasShortBody({ headers }: FastifyRequest): boolean {
  return Number(headers['content-length']) <= SHORT_BYTES_MAX
}

function unauthorized(missing: string, retryAfter: number): Refusal {
  return retryAfter > 0
    ? new Refusal('limit-reached', 'Too many keys that are not valid. Please wait and try again.', {
        retryAfter,
      })
    : new Refusal('unauthorized', missing)
}
