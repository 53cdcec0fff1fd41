import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../errors.ts'
import { timeoutRefusal } from '../../rendering/scheduling/timed-out.ts'
import type { Settings } from '../../services.ts'
import { type AnonymousLimit, createAnonymousLimit } from './anonymous-limit.ts'
import { onCallEnd, throwIfEnded } from '../call-end.ts'
import { createKnownKeys, type KnownKeys } from './known-keys.ts'
import { createAdmissionLimiter, type Permit, type AdmissionLimiter } from './limiter.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether calls wait for the renderer: all, or those alone whose body does not say `"async": true`. */
    renders?: 'always' | 'unless-async'
  }
  interface FastifyRequest {
    /** In the line before the renderer; not set where the call has none, or needs none. */
    place: Permit | undefined
    /** Account of the key that the call shows, as it was known before the look-up. Set on calls that render. */
    admittedAs: string | undefined
    /** Said when the call turns out to need the place that it has not got. */
    noPlace: Refusal | undefined
  }
}

/** What calls find before they cost anything: rooms in front of what they would wait for. */
export interface Admission {
  /** For the renderer, by account. */
  rendering: AdmissionLimiter
  /** For the database, which is to say whose key it is: of those who were here before, by account. */
  knownAccounts: AdmissionLimiter
  /** Of all others, by network: however many keys they make up, who is familiar finds room. */
  unknownNetworks: AdmissionLimiter
  keys: KnownKeys
  /** Of requests that show no credentials at all. */
  anonymous: AnonymousLimit
}

/** A synchronous call has 29 s: enough is left for all to take three times as long as it did. */
const RENDERING = { usualMs: 140, waitMs: 8_000 }
/** Between a call’s look-up and its charge the renderer has it for a quarter of the time. */
const RENDERING_PER_TAB = { atWork: 16, calls: 200 }
/** The database’s connections are waited for by those who have come in, too. */
const LOOKUPS = { turns: 10, atWorkMax: 10, usualMs: 10, waitMs: 2_000 }
const FAMILIAR_MAX = 500
const STRANGERS_MAX = 300

/** Nobody is there yet. @param settings `tabs`: how many documents are printed at once. */
export function createAdmission({
  tabs,
  anonymousRate,
}: Pick<Settings, 'tabs' | 'anonymousRate'>): Admission {
  return {
    rendering: createAdmissionLimiter({
      ...RENDERING,
      turns: tabs,
      atWorkMax: RENDERING_PER_TAB.atWork * tabs,
      callsMax: RENDERING_PER_TAB.calls * tabs,
    }),
    knownAccounts: createAdmissionLimiter({ ...LOOKUPS, callsMax: FAMILIAR_MAX }),
    unknownNetworks: createAdmissionLimiter({ ...LOOKUPS, callsMax: STRANGERS_MAX }),
    keys: createKnownKeys(),
    anonymous: createAnonymousLimit(anonymousRate),
  }
}

/** When half of those who wait now have been served. */
const RENDERING_RETRY_AFTER_SECONDS = 4
const LOOKUP_RETRY_AFTER_SECONDS = 1

/** @throws {Refusal} `busy` when there is none. */
export function acquireLookup(room: AdmissionLimiter, partition: string): Permit {
  const place = room.acquire(partition)
  if (!place) throw busy(LOOKUP_RETRY_AFTER_SECONDS)
  return place
}

/**
 * Takes a call's place before the renderer, if it needs one and has none.
 * @throws {HungUp} when the client has closed the connection.
 * @throws {Refusal} `busy` when there is none, unless the call may turn out to need none.
 */
export function acquireRendering(
  door: Admission,
  request: FastifyRequest,
  reply: FastifyReply,
  accountId: string,
): void {
  const { renders } = request.routeOptions.config
  if (!renders || request.place || request.noPlace) return
  throwIfEnded(request, reply)
  request.admittedAs = accountId
  const place = door.rendering.acquire(accountId)
  if (place) {
    request.place = place
    onCallEnd(request, reply, () => place.release(reply.statusCode === 200))
    return
  }
  const refusal = busy(RENDERING_RETRY_AFTER_SECONDS)
  if (renders === 'always') throw refusal
  request.noPlace = refusal
}

/**
 * Once the body is read: waits for the call's turn, if it has to. Jobs wait in the database.
 * @throws {Refusal} `busy` for a call that has no place; `timed-out`.
 */
export async function waitForPermit(request: FastifyRequest): Promise<void> {
  const { body, place, noPlace, deadline, telemetry } = request
  if (request.routeOptions.config.renders === 'unless-async' && isAsync(body)) return place?.release(false)
  if (noPlace) throw noPlace
  if (!place?.isQueued()) return await place?.wait(deadline)
  await telemetry
    .phase('turn', () => place.wait(deadline))
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
