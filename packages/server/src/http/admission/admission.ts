import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '@platen/template/refusal'
import { timeoutRefusal } from '@platen/renderer/scheduling/timed-out'
import type { Settings } from '../../services.ts'
import { type AnonymousLimit, createAnonymousLimit } from './anonymous-limit.ts'
import { onCallEnd, throwIfEnded } from '../call-end.ts'
import {
  type AdmissionLimiter,
  createAdmissionLimiter,
  type Permit,
} from '@platen/capacity/admission-limiter'
import type { Load } from '@platen/capacity/load'
import { createTokenBuckets, type TokenBuckets } from '@platen/capacity/token-buckets'
import { createKnownKeys, type KnownKeys } from './known-keys.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Calls of the route that wait for the renderer: all, or those without `"async": true` in the body. */
    renders?: 'always' | 'unless-async'
  }
  interface FastifyRequest {
    /** Permit for the renderer. `undefined` when the call was rejected or does not render. */
    permit: Permit | undefined
    /** Account of a known API key, before the key is looked up. Set on calls that render. */
    admissionAccountId: string | undefined
    /** Rejection by the limiter, thrown after the body is read if the call is synchronous. */
    rejection: Refusal | undefined
  }
}

/** Limiters that admit or reject calls before they use other resources. */
export interface Admission {
  /** Limits calls that render, by account. */
  rendering: AdmissionLimiter
  /** Limits look-ups of known API keys in the database, by account. */
  knownAccounts: AdmissionLimiter
  /** Limits look-ups of all other keys, by network. A flood of invented keys does not reject calls with known keys. */
  unknownNetworks: AdmissionLimiter
  keys: KnownKeys
  /** Limits requests without credentials. */
  anonymous: AnonymousLimit
  /** Limits calls with invalid keys, by network. Valid keys always work, so one client cannot lock out others on its network. */
  failedKeys: TokenBuckets
}

/** A synchronous call has 29 s, so a call still ends in time when the wait is three times as long as expected. */
const RENDERING = { defaultServiceMs: 140, waitBudgetMs: 8_000 }
/** An active call uses a tab for about a quarter of the time between its look-up and its charge. */
const RENDERING_PER_TAB = { active: 16, calls: 200 }
/** Admitted calls use the database connections too. */
const LOOKUPS = { slots: 10, activeMax: 10, defaultServiceMs: 10, waitBudgetMs: 2_000 }
const KNOWN_CALLS_MAX = 500
const UNKNOWN_CALLS_MAX = 300

/** Creates the limiters. @param settings `tabs`: number of documents that are printed at once. */
export function createAdmission({
  tabs,
  anonymousRate,
  failedKeysPerMinute,
}: Pick<Settings, 'tabs' | 'anonymousRate' | 'failedKeysPerMinute'>): Admission {
  return {
    rendering: createAdmissionLimiter({
      ...RENDERING,
      slots: tabs,
      activeMax: RENDERING_PER_TAB.active * tabs,
      callsMax: RENDERING_PER_TAB.calls * tabs,
    }),
    knownAccounts: createAdmissionLimiter({ ...LOOKUPS, callsMax: KNOWN_CALLS_MAX }),
    unknownNetworks: createAdmissionLimiter({ ...LOOKUPS, callsMax: UNKNOWN_CALLS_MAX }),
    keys: createKnownKeys(),
    anonymous: createAnonymousLimit(anonymousRate),
    failedKeys: createTokenBuckets({ burst: failedKeysPerMinute, perSecond: failedKeysPerMinute / 60 }),
  }
}

/** Returns the load of each limiter, by the name of its resource. */
export function loadOf({ rendering, knownAccounts, unknownNetworks }: Admission): Record<string, Load> {
  return {
    calls: rendering.load(),
    'known keys': knownAccounts.load(),
    'unknown keys': unknownNetworks.load(),
  }
}

/** Half of the wait budget: half of the calls that wait now are served by then. */
const RENDERING_RETRY_AFTER_SECONDS = 4
const LOOKUP_RETRY_AFTER_SECONDS = 1

/** Acquires a permit for the look-up of an API key. @throws {Refusal} `busy` when the call is rejected. */
export function acquireLookup(limiter: AdmissionLimiter, tenant: string): Permit {
  const permit = limiter.acquire(tenant)
  if (!permit) throw busy(LOOKUP_RETRY_AFTER_SECONDS)
  return permit
}

/**
 * Acquires the permit of a call for the renderer. Does nothing when the route does not render or the call was admitted
 * or rejected before.
 * @throws {ClientDisconnected} when the client has closed the connection.
 * @throws {Refusal} `busy` when the call is rejected, unless the call may be asynchronous.
 */
export function acquireRendering(
  admission: Admission,
  request: FastifyRequest,
  reply: FastifyReply,
  accountId: string,
): void {
  const { renders } = request.routeOptions.config
  if (!renders || request.permit || request.rejection) return
  throwIfEnded(request, reply)
  request.admissionAccountId = accountId
  const permit = admission.rendering.acquire(accountId)
  if (permit) {
    request.permit = permit
    onCallEnd(request, reply, () => permit.release(reply.statusCode === 200))
    return
  }
  const refusal = busy(RENDERING_RETRY_AFTER_SECONDS)
  if (renders === 'always') throw refusal
  request.rejection = refusal
}

/**
 * Waits until the call may use the renderer. Runs after the body is read: an asynchronous call gives its permit back,
 * because jobs wait in the database.
 * @throws {Refusal} `busy` for a rejected call; `timed-out`.
 */
export async function waitForPermit(request: FastifyRequest): Promise<void> {
  const { body, permit, rejection, deadline, telemetry } = request
  if (request.routeOptions.config.renders === 'unless-async' && isAsync(body)) return permit?.release(false)
  if (rejection) throw rejection
  if (!permit?.isQueued()) return await permit?.wait(deadline)
  await telemetry
    .phase('queue', () => permit.wait(deadline))
    .catch((error: unknown) => {
      throw timeoutRefusal(error)
    })
}

function isAsync(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'async' in body && body.async === true
}

function busy(retryAfter: number): Refusal {
  return new Refusal('busy', 'The service is busy. Please try again in a moment.', { retryAfter })
}
