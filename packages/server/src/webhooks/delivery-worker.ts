import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import type { Log } from '../log.ts'
import { type DeliveryAttempt, type AttemptOutcome, startAttempts, endAttempt } from './deliveries.ts'
import { sendPost, type PostOutcome, type Transport } from './http-post.ts'
import { deriveSecret, signatureHeaders } from './signature.ts'
import { disableWebhook } from './webhooks.ts'

export interface DeliveryWorkerOptions {
  database: Database
  log: Log
  transport: Transport
  /** Secret from which the secrets of all webhooks are derived. */
  secret: Buffer
  /** Returns the data about a job that its event contains, besides type, id and time. */
  describeJob(job: { accountId: string; generationId: string }): Promise<object>
  /** Delays after failed attempts, in milliseconds. The delivery fails after one more attempt. */
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
/** Random extension of each delay, as a fraction, so that a recovered server does not receive all retries at once. */
const JITTER = 0.1
const POLL_EVERY_MS = 500
const CONCURRENT_MAX = 20
const GONE = 410

/** Starts to send due deliveries in this process. Disposing it waits for attempts in progress. */
export function startDeliveryWorker(options: DeliveryWorkerOptions): AsyncDisposable {
  const { database, log } = options
  const inProgress = new Set<Promise<void>>()
  const stop = new AbortController()
  const running = run()

  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await running
      await Promise.all(inProgress)
    },
  }

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      const started = await startDueAttempts().catch((error: unknown) => {
        log.error({ err: error }, 'could not read the deliveries that are due')
        return 0
      })
      const pause = delay(POLL_EVERY_MS, undefined, { signal: stop.signal }).catch(() => {})
      // A finished attempt may free a slot of its account.
      await Promise.race(started > 0 ? [pause, ...inProgress] : [pause])
    }
  }

  async function startDueAttempts(): Promise<number> {
    const free = CONCURRENT_MAX - inProgress.size
    const attempts = free > 0 ? await startAttempts(database, free) : []
    for (const attempt of attempts) {
      const sending = send(attempt, options)
        .catch((error: unknown) =>
          log.error(
            { err: error, deliveryId: attempt.deliveryId },
            'a delivery failed because of an internal error',
          ),
        )
        .finally(() => inProgress.delete(sending))
      inProgress.add(sending)
    }
    return attempts.length
  }
}

/** Sends one attempt. Without an outcome it is lost, and repeated after its lease. */
async function send(attempt: DeliveryAttempt, options: DeliveryWorkerOptions): Promise<void> {
  const { database, log } = options
  const { deliveryId, accountId, generationId, event, createdAt, url } = attempt
  const data = generationId === null ? {} : await options.describeJob({ accountId, generationId })
  const body = JSON.stringify({ type: event, id: deliveryId, createdAt: createdAt.toISOString(), ...data })
  const secret = deriveSecret(options.secret, attempt.salt)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Platen',
    ...signatureHeaders(secret, { id: deliveryId, at: new Date(), body }),
  }
  const response = await sendPost(new URL(url), { headers, body }, options.transport)
  const outcome = outcomeOf(attempt, response, options.retryDelaysMs ?? RETRY_DELAYS_MS)
  await endAttempt(database, attempt, outcome)
  if (outcome.responseStatus === GONE) await disableWebhook(database, attempt)
  const { status, responseStatus, reason } = outcome
  log.info(
    { deliveryId, attempt: attempt.number, status, responseStatus, outcome: reason },
    'a webhook was called',
  )
}

function outcomeOf(
  attempt: DeliveryAttempt,
  response: PostOutcome,
  delaysMs: readonly number[],
): AttemptOutcome {
  const responseStatus = 'responseStatus' in response ? response.responseStatus : undefined
  if (responseStatus !== undefined && responseStatus >= 200 && responseStatus <= 299) {
    return { status: 'delivered', responseStatus, reason: undefined, delayMs: undefined }
  }
  const reason = 'reason' in response ? response.reason : reasonFor(response.responseStatus)
  const delayMs = delaysMs[attempt.number - 1]
  if (delayMs === undefined || responseStatus === GONE || attempt.event === 'webhook.test') {
    return { status: 'failed', responseStatus, reason, delayMs: undefined }
  }
  const spread = 1 + JITTER * Math.random()
  return { status: 'pending', responseStatus, reason, delayMs: Math.round(delayMs * spread) }
}

function reasonFor(responseStatus: number): string {
  if (responseStatus === GONE) return 'the server reported that the URL is gone, so the webhook is disabled'
  return responseStatus >= 300 && responseStatus <= 399
    ? 'redirects are not followed'
    : 'the server did not answer with a 2xx status'
}
