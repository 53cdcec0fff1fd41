import { randomUUID } from 'node:crypto'
import { eventBody } from '../../generation/history/event-body.ts'
import type { Services } from '../../services.ts'
import {
  type AttemptOutcome,
  type DeliveryAttempt,
  endAttempt,
  startAttempt,
} from '../../webhooks/attempts.ts'
import type { WebhookJob } from '../../webhooks/deliveries.ts'
import { recordOutcome } from '../../webhooks/failures.ts'
import { type PostOutcome, sendPost } from '../../webhooks/http-post.ts'
import { deriveSecret, signatureHeaders } from '../../webhooks/signature.ts'

/** Random extension of each delay, as a fraction, so that a recovered server does not receive all retries at once. */
const JITTER = 0.1
const GONE = 410

/**
 * Runs a webhook job: sends one event to its webhook.
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
  await recordOutcome(database, attempt, outcome, (transaction) =>
    queueDisabledNotice(services, transaction, attempt),
  )
  const { status, responseStatus, reason } = outcome
  log.info(
    { deliveryId, attempt: attempt.number, status, responseStatus, outcome: reason },
    'a webhook was called',
  )
  return nextAttemptAt
}

async function send(services: Services, attempt: DeliveryAttempt): Promise<PostOutcome> {
  const { webhooks } = services
  const { id, url, salt, previousSalt } = attempt
  const body = await eventBody(services, attempt)
  const salts = previousSalt ? [salt, previousSalt] : [salt]
  const secrets = salts.map((each) => deriveSecret(webhooks.secret, each))
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Platen',
    ...signatureHeaders(secrets, { id, at: new Date(), body }),
  }
  return await sendPost(new URL(url), { headers, body }, webhooks.transport)
}

async function queueDisabledNotice(
  { queue }: Services,
  transaction: Services['database'],
  { accountId, webhookId }: DeliveryAttempt,
): Promise<void> {
  const data = { noticeId: randomUUID(), kind: 'webhook-disabled' as const, accountId, webhookId }
  await queue.send('notice', transaction, [{ data }])
}

function outcomeOf(
  attempt: DeliveryAttempt,
  response: PostOutcome,
  delaysMs: readonly number[],
): AttemptOutcome {
  const responseStatus = 'responseStatus' in response ? response.responseStatus : undefined
  const responseExcerpt = 'responseExcerpt' in response ? response.responseExcerpt : undefined
  const answer = { responseStatus, responseExcerpt }
  if (responseStatus !== undefined && responseStatus >= 200 && responseStatus <= 299) {
    return { ...answer, status: 'delivered', reason: undefined, delayMs: undefined }
  }
  const reason = 'reason' in response ? response.reason : reasonFor(response.responseStatus)
  const delayMs = delaysMs[attempt.round - 1]
  if (delayMs === undefined || responseStatus === GONE || attempt.event === 'webhook.test') {
    return { ...answer, status: 'failed', reason, delayMs: undefined }
  }
  const spread = 1 + JITTER * Math.random()
  return { ...answer, status: 'pending', reason, delayMs: Math.round(delayMs * spread) }
}

function reasonFor(responseStatus: number): string {
  if (responseStatus === GONE) return 'the server reported that the URL is gone, so the webhook is disabled'
  return responseStatus >= 300 && responseStatus <= 399
    ? 'redirects are not followed'
    : 'the server did not answer with a 2xx status'
}
