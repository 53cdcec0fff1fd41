import { type RawBuilder, sql } from 'kysely'
import { type Database, inTransaction } from '../database/database.ts'
import type { JobSender } from '../database/job-sender.ts'
import { cursorOf, isAfter, type Page, pageOf } from '../database/pages.ts'
import { one, oneOrNotFound } from '../database/rows.ts'
import { Refusal } from '@platen/template/refusal'
import type { WebhookEvent } from './events.ts'
import { findWebhook, type WebhookRef } from './webhooks.ts'

/** States of a delivery. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const

/** The delivery of one event to a webhook, as shown to the account. */
export interface WebhookDelivery {
  /** Header `webhook-id` of each attempt. */
  deliveryId: string
  webhookId: string
  event: WebhookEvent
  /** `null` for an event that is not about a job. */
  jobId: string | null
  status: (typeof DELIVERY_STATUSES)[number]
  attempts: number
  /** HTTP status of the last attempt; `null` without an answer. */
  responseStatus: number | null
  /** Reason why the last attempt failed. */
  reason: string | null
  createdAt: Date
  lastAttemptAt: Date | null
  nextAttemptAt: Date | null
  endedAt: Date | null
}

/** An attempt that has ended. */
export interface WebhookAttempt {
  number: number
  startedAt: Date
  durationMs: number
  responseStatus: number | null
  reason: string | null
  /** Beginning of the body of the response; `null` without an answer. */
  responseExcerpt: string | null
}

/** Job that makes the next attempt at a delivery. Its row decides whether and when. */
export interface WebhookJob {
  deliveryId: string
}

/** Queue of webhook jobs. */
export type WebhookQueue = JobSender<{ webhook: WebhookJob }>

const [SECOND_MS, MINUTE_MS, HOUR_MS] = [1_000, 60_000, 3_600_000]
/** Delays after failed attempts, in milliseconds. 23.6 hours in total. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  8 * HOUR_MS,
  8 * HOUR_MS,
]

const OVERDUE_MAX = 1_000
/** Deliveries that one call sends again. */
const RESENT_MAX = 1_000
const EVENTS_KEPT_DAYS = 30

/** Filter and page of a list of deliveries. */
export interface DeliveryQuery {
  status?: WebhookDelivery['status'] | undefined
  cursor?: string | undefined
  limit: number
}

/** Returns a page of the deliveries of a webhook, the newest first. @throws {Refusal} `not-found`. */
export async function listDeliveries(
  database: Database,
  ref: WebhookRef,
  { status, cursor, limit }: DeliveryQuery,
): Promise<Page<WebhookDelivery>> {
  await findWebhook(database, ref)
  const { rows } = await sql<WebhookDelivery & { cursor: string }>`
    select ${COLUMNS}, ${cursorOf(ORDER)} as cursor from webhook_deliveries
    where webhook_id = ${ref.webhookId} and account_id = ${ref.accountId} and ${isAfter(ORDER, cursor)}
      and (${status ?? null}::text is null or status = ${status ?? null})
    order by created_at desc, delivery_id desc limit ${limit + 1}`.execute(database)
  return pageOf(rows, limit, (row) => row.cursor)
}

/** Names one delivery of a webhook. */
export interface DeliveryRef extends WebhookRef {
  deliveryId: string
}

/** Returns a delivery with its attempts, the newest first. @throws {Refusal} `not-found`. */
export async function findDelivery(
  database: Database,
  ref: DeliveryRef,
): Promise<WebhookDelivery & { history: WebhookAttempt[] }> {
  const { rows } = await sql<WebhookDelivery>`
    select ${COLUMNS} from webhook_deliveries where ${isDelivery(ref)}`.execute(database)
  const delivery = oneOrNotFound(rows, NOT_FOUND)
  const { rows: history } = await sql<WebhookAttempt>`
    select number, started_at, duration_ms, response_status, reason, response_excerpt
    from webhook_attempts where delivery_id = ${ref.deliveryId} order by number desc`.execute(database)
  return { ...delivery, history }
}

/** Database and queue of the functions that send events. */
interface Sender {
  database: Database
  queue: WebhookQueue
}

/**
 * Queues a test event without data. It is sent once, without retries.
 * @throws {Refusal} `not-found`; `conflict` when the webhook is disabled.
 */
export async function queueTestEvent(
  { database, queue }: Sender,
  ref: WebhookRef,
): Promise<{ deliveryId: string }> {
  await requireEnabled(database, ref)
  return await inTransaction(database, async (transaction) => {
    const { rows } = await sql<{ deliveryId: string }>`
      insert into webhook_deliveries (account_id, webhook_id, event)
      values (${ref.accountId}, ${ref.webhookId}, 'webhook.test') returning delivery_id`.execute(transaction)
    const queued = one(rows)
    await queue.send('webhook', transaction, [{ accountId: ref.accountId, data: queued }])
    return queued
  })
}

/**
 * Sends the event of a delivery again, with the same id and with all retries.
 * @throws {Refusal} `not-found`; `conflict` when the delivery is pending or the webhook is disabled.
 */
export async function resendDelivery(
  { database, queue }: Sender,
  ref: DeliveryRef,
): Promise<WebhookDelivery> {
  await requireEnabled(database, ref)
  const resent = await inTransaction(database, async (transaction) => {
    const { rows } = await sql<WebhookDelivery>`
      update webhook_deliveries set ${RESENT} where ${isDelivery(ref)} and status <> 'pending'
      returning ${COLUMNS}`.execute(transaction)
    const jobs = rows.map(({ deliveryId }) => ({ accountId: ref.accountId, data: { deliveryId } }))
    if (jobs.length > 0) await queue.send('webhook', transaction, jobs)
    return rows[0]
  })
  if (resent) return resent
  await findDelivery(database, ref)
  throw new Refusal('conflict', 'This delivery is pending. It can be sent again when it has ended.')
}

/**
 * Sends the failed events of a webhook again that were created at a time or after it, at most 1,000, the oldest first. Test
 * events are not sent again.
 * @returns the number of deliveries that are sent, and of failed ones that remain.
 * @throws {Refusal} `not-found`; `conflict` when the webhook is disabled.
 */
export async function resendFailed(
  { database, queue }: Sender,
  ref: WebhookRef,
  since: Date,
): Promise<{ resent: number; remaining: number }> {
  await requireEnabled(database, ref)
  const isFailed = sql`webhook_id = ${ref.webhookId} and account_id = ${ref.accountId} and status = 'failed'
    and event <> 'webhook.test' and created_at >= ${since}`
  return await inTransaction(database, async (transaction) => {
    const { rows } = await sql<WebhookJob>`
      with failed as (
        select delivery_id from webhook_deliveries where ${isFailed}
        order by created_at, delivery_id limit ${RESENT_MAX} for update skip locked
      )
      update webhook_deliveries set ${RESENT} from failed
      where webhook_deliveries.delivery_id = failed.delivery_id
      returning webhook_deliveries.delivery_id`.execute(transaction)
    const jobs = rows.map((data) => ({ accountId: ref.accountId, data }))
    if (jobs.length > 0) await queue.send('webhook', transaction, jobs)
    const { rows: counted } = await sql<{ remaining: number }>`
      select count(*) as remaining from webhook_deliveries where ${isFailed}`.execute(transaction)
    return { resent: rows.length, remaining: one(counted).remaining }
  })
}

/** Returns up to 1,000 pending deliveries to enabled webhooks that are overdue by a minute and have no job. */
export async function listOverdueDeliveries(
  database: Database,
): Promise<Pick<DeliveryRef, 'deliveryId' | 'accountId'>[]> {
  const { rows } = await sql<Pick<DeliveryRef, 'deliveryId' | 'accountId'>>`
    select delivery_id, webhook_deliveries.account_id
    from webhook_deliveries join webhooks using (webhook_id)
    where status = 'pending' and disabled_at is null and next_attempt_at < now() - interval '1 minute'
      and not exists (select from pgboss.job
        where name = 'webhook' and state < 'completed' and data->>'deliveryId' = delivery_id::text)
    limit ${OVERDUE_MAX}`.execute(database)
  return rows
}

/**
 * Deletes up to `countMax` deliveries without a job that are older than 30 days. Others are deleted with their jobs.
 * @returns the number of deleted rows.
 */
export async function deleteOldDeliveries(database: Database, now: Date, countMax: number): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with old as (
      select delivery_id from webhook_deliveries where generation_id is null
        and created_at < ${now}::timestamptz - ${EVENTS_KEPT_DAYS} * interval '1 day'
      limit ${countMax} for update skip locked
    ), deleted as (
      delete from webhook_deliveries using old where webhook_deliveries.delivery_id = old.delivery_id returning 1
    )
    select count(*) as deleted from deleted`.execute(database)
  return one(rows).deleted
}

/** @throws {Refusal} `not-found`; `conflict` when the webhook is disabled. */
async function requireEnabled(database: Database, ref: WebhookRef): Promise<void> {
  const { isEnabled } = await findWebhook(database, ref)
  if (!isEnabled) throw new Refusal('conflict', 'The webhook is disabled. Enable it first.')
}

const NOT_FOUND = 'This delivery does not exist.'

function isDelivery({ accountId, webhookId, deliveryId }: DeliveryRef): RawBuilder<unknown> {
  return sql`account_id = ${accountId} and webhook_id = ${webhookId} and delivery_id = ${deliveryId}`
}

/** Assignments that send a delivery again, with all retries. */
const RESENT = sql`status = 'pending', sending = false, next_attempt_at = now(), ended_at = null, earlier_attempts = attempts`
const ORDER = { time: sql`created_at`, id: sql`delivery_id` }
const COLUMNS = sql`delivery_id, webhook_id, event, generation_id as "jobId", status, attempts, response_status, reason,
  created_at, last_attempt_at, next_attempt_at, ended_at`
