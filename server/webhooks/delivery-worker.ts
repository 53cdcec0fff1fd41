import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import type { Log } from '../log.ts'
import { type Attempt, type AttemptOutcome, beginAttempts, endAttempt } from './deliveries.ts'
import { post, type PostOutcome, type Transport } from './http-post.ts'
import { secretFrom, signatureHeaders } from './signature.ts'
import { switchOffWebhook } from './webhooks.ts'

export interface DeliveryWorkerOptions {
  database: Database
  log: Log
  way: Transport
  /** Secret from which the secrets of all webhooks are derived. */
  secret: Buffer
  /** Returns the data of an event about a job, in addition to its type, id and time. */
  describe(job: { accountId: string; generationId: string }): Promise<object>
  /** Delays after failed attempts, in milliseconds. The attempt after the last delay is the final one. */
  retryDelaysMs?: readonly number[]
}

const [SECOND_MS, MINUTE_MS, HOUR_MS] = [1_000, 60_000, 3_600_000]
/** 23.6 hours in total. */
const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  8 * HOUR_MS,
  8 * HOUR_MS,
]
/** Largest random increase of a delay, so that a server that recovers does not get all events at once. */
const JITTER = 0.1
const LOOK_EVERY_MS = 500
const AT_ONCE_MAX = 20
const GONE = 410

/** Starts to send due deliveries in this process. Disposing it waits for running attempts. */
export function startDeliveryWorker(options: DeliveryWorkerOptions): AsyncDisposable {
  const { database, log } = options
  const underWay = new Set<Promise<void>>()
  const stop = new AbortController()
  const running = run()

  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await running
      await Promise.all(underWay)
    },
  }

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      const begun = await begin().catch((error: unknown) => {
        log.error({ err: error }, 'the deliveries that are due could not be looked up')
        return 0
      })
      const pause = delay(LOOK_EVERY_MS, undefined, { signal: stop.signal }).catch(() => {})
      // When an attempt ends, the next one of its account may start.
      await Promise.race(begun > 0 ? [pause, ...underWay] : [pause])
    }
  }

  async function begin(): Promise<number> {
    const room = AT_ONCE_MAX - underWay.size
    const attempts = room > 0 ? await beginAttempts(database, room) : []
    for (const attempt of attempts) {
      const trying = make(attempt, options)
        .catch((error: unknown) =>
          log.error({ err: error, deliveryId: attempt.deliveryId }, 'a delivery failed within the service'),
        )
        .finally(() => underWay.delete(trying))
      underWay.add(trying)
    }
    return attempts.length
  }
}

/** Runs one attempt. An attempt without an outcome counts as lost after its lease, and is repeated. */
async function make(attempt: Attempt, options: DeliveryWorkerOptions): Promise<void> {
  const { database, log } = options
  const { deliveryId, accountId, generationId, event, createdAt, url } = attempt
  const told = generationId === null ? {} : await options.describe({ accountId, generationId })
  const body = JSON.stringify({ type: event, id: deliveryId, createdAt: createdAt.toISOString(), ...told })
  const secret = secretFrom(options.secret, attempt.salt)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Platen',
    ...signatureHeaders(secret, { id: deliveryId, at: new Date(), body }),
  }
  const answered = await post(new URL(url), { headers, body }, options.way)
  const outcome = judge(attempt, answered, options.retryDelaysMs ?? RETRY_DELAYS_MS)
  await endAttempt(database, attempt, outcome)
  if (outcome.responseStatus === GONE) await switchOffWebhook(database, attempt)
  const { status, responseStatus, reason } = outcome
  log.info(
    { deliveryId, attempt: attempt.number, status, responseStatus, outcome: reason },
    'a webhook was called',
  )
}

function judge(attempt: Attempt, answered: PostOutcome, delaysMs: readonly number[]): AttemptOutcome {
  const responseStatus = 'responseStatus' in answered ? answered.responseStatus : undefined
  if (responseStatus !== undefined && responseStatus >= 200 && responseStatus <= 299) {
    return { status: 'delivered', responseStatus, reason: undefined, delayMs: undefined }
  }
  const reason = 'reason' in answered ? answered.reason : reasonFor(answered.responseStatus)
  const delayMs = delaysMs[attempt.number - 1]
  if (delayMs === undefined || responseStatus === GONE || attempt.event === 'webhook.test') {
    return { status: 'failed', responseStatus, reason, delayMs: undefined }
  }
  const spread = 1 + JITTER * Math.random()
  return { status: 'pending', responseStatus, reason, delayMs: Math.round(delayMs * spread) }
}

function reasonFor(responseStatus: number): string {
  if (responseStatus === GONE) return 'it is gone for good, so the webhook is switched off'
  return responseStatus >= 300 && responseStatus <= 399
    ? 'redirects are not followed'
    : 'it did not answer with success'
}
