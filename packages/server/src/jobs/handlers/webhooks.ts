import { findJob } from '../../generation/history/jobs.ts'
import { jobOutcome } from '../../generation/history/job-response.ts'
import type { Services } from '../../services.ts'
import {
  type AttemptOutcome,
  type DeliveryAttempt,
  endAttempt,
  startAttempt,
  type WebhookJob,
} from '../../webhooks/deliveries.ts'
import { type PostOutcome, sendPost } from '../../webhooks/http-post.ts'
import { deriveSecret, signatureHeaders } from '../../webhooks/signature.ts'
import { disableWebhook } from '../../webhooks/webhooks.ts'

/** Random extension of each delay, as a fraction, so that a recovered server does not receive all retries at once. */
const JITTER = 0.1
const GONE = 410

/**
 * Runs a webhook job: sends one event to the webhook of its account.
 * @returns the time of the next attempt, if there is one.
 */
export async function runWebhookJob(
  services: Services,
  { deliveryId }: WebhookJob,
): Promise<Date | undefined> {
  const { database, log, webhooks } = services
  const attempt = await startAttempt(database, deliveryId)
  if (!attempt || attempt instanceof Date) return attempt
  const response = await send(services, attempt)
  const outcome = outcomeOf(attempt, response, webhooks.retryDelaysMs)
  const nextAttemptAt = await endAttempt(database, attempt, outcome)
  const { status, responseStatus, reason } = outcome
  if (responseStatus === GONE) await disableWebhook(database, attempt)
  log.info(
    { deliveryId, attempt: attempt.number, status, responseStatus, outcome: reason },
    'a webhook was called',
  )
  return nextAttemptAt
}

async function send(services: Services, attempt: DeliveryAttempt): Promise<PostOutcome> {
  const { database, webhooks } = services
  const { deliveryId, accountId, generationId, event, createdAt, url } = attempt
  const data =
    generationId === null
      ? {}
      : { job: await jobOutcome(services, await findJob(database, accountId, generationId)) }
  const body = JSON.stringify({ type: event, id: deliveryId, createdAt: createdAt.toISOString(), ...data })
  const secret = deriveSecret(webhooks.secret, attempt.salt)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Platen',
    ...signatureHeaders(secret, { id: deliveryId, at: new Date(), body }),
  }
  return await sendPost(new URL(url), { headers, body }, webhooks.transport)
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
