import { sql } from 'kysely'
import { type Database, inTransaction } from '../database/database.ts'
import type { JobSender } from '../database/job-sender.ts'
import { one, oneOrNotFound } from '../database/rows.ts'
import { Refusal } from '@platen/template/refusal'
import type { WebhookEvent } from './events.ts'
import { findWebhook } from './webhooks.ts'

/** The delivery of one event to an account's webhook, as shown to the account. */
export interface WebhookDelivery {
  /** Header `webhook-id` of each attempt. */
  deliveryId: string
  event: WebhookEvent
  /** `null` for a test event. */
  jobId: string | null
  status: 'pending' | 'delivered' | 'failed'
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

/** An attempt in progress. */
export interface DeliveryAttempt {
  deliveryId: string
  accountId: string
  event: WebhookEvent
  /** `null` for a test event. */
  generationId: string | null
  createdAt: Date
  /** Number of the attempt, from 1. */
  number: number
  url: string
  salt: Buffer
}

/** Outcome of an attempt. */
export interface AttemptOutcome {
  status: WebhookDelivery['status']
  responseStatus: number | undefined
  reason: string | undefined
  /** Delay before the next attempt of a pending delivery, in milliseconds. */
  delayMs: number | undefined
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

const LISTED_MAX = 100
/**
 * Concurrent attempts per account, over all processes. A slow server must not delay the deliveries of other accounts.
 */
const PER_ACCOUNT_MAX = 4
/** Longer than any attempt. An attempt without an outcome after this time is lost, because its process ended. */
const ATTEMPT_LEASE_MS = 20_000
/** Delay of a delivery while its account has too many attempts in progress, for each group of 4 that is due. */
const BUSY_RETRY_MS = 500
/** Due deliveries that are counted for this delay. */
const COUNTED_MAX = 10_000
const OVERDUE_MAX = 1_000
const TEST_KEPT_DAYS = 30

/** Returns the newest 100 deliveries of an account, the newest first. */
export async function listDeliveries(database: Database, accountId: string): Promise<WebhookDelivery[]> {
  const { rows } = await sql<WebhookDelivery>`
    ${DELIVERIES} where account_id = ${accountId}
    order by created_at desc, delivery_id limit ${LISTED_MAX}`.execute(database)
  return rows
}

/** Returns one delivery of an account. @throws {Refusal} `not-found`. */
export async function findDelivery(
  database: Database,
  accountId: string,
  deliveryId: string,
): Promise<WebhookDelivery> {
  const { rows } = await sql<WebhookDelivery>`
    ${DELIVERIES} where account_id = ${accountId} and delivery_id = ${deliveryId}`.execute(database)
  return oneOrNotFound(rows, 'This delivery does not exist.')
}

/**
 * Queues a test event without data. It is sent once, without retries.
 * @throws {Refusal} `not-found` when the account has no webhook, `invalid` when it is disabled.
 */
export async function queueTestEvent(
  { database, queue }: { database: Database; queue: WebhookQueue },
  accountId: string,
): Promise<{ deliveryId: string }> {
  const { disabledAt } = await findWebhook(database, accountId)
  if (disabledAt) throw new Refusal('invalid', 'The webhook is disabled. Set its URL again to enable it.')
  return await inTransaction(database, async (transaction) => {
    const { rows } = await sql<{ deliveryId: string }>`
      insert into webhook_deliveries (account_id, event) values (${accountId}, 'webhook.test')
      returning delivery_id`.execute(transaction)
    const queued = one(rows)
    await queue.send('webhook', transaction, [{ accountId, data: queued }])
    return queued
  })
}

/**
 * Starts an attempt at a delivery.
 * @returns the attempt; the time of the next attempt when the delivery is not due or its account has too many attempts
 * in progress; `undefined` when the delivery has ended or its webhook is disabled.
 */
export async function startAttempt(
  database: Database,
  deliveryId: string,
): Promise<DeliveryAttempt | Date | undefined> {
  return await inTransaction(database, async (transaction) => {
    // The lock makes the limit exact: attempts of one account start one after the other.
    const { rows: enabled } = await sql<Pick<DeliveryAttempt, 'accountId' | 'url' | 'salt'>>`
      select account_id, url, salt from webhooks
      where account_id = (select account_id from webhook_deliveries where delivery_id = ${deliveryId})
        and disabled_at is null
      for update`.execute(transaction)
    const [webhook] = enabled
    if (!webhook) return undefined
    // A job that finds its delivery in progress is a retry: its first attempt was lost or has failed.
    const { rows: started } = await sql<Omit<DeliveryAttempt, keyof typeof webhook>>`
      update webhook_deliveries set attempts = attempts + 1, sending = true, last_attempt_at = now(),
        next_attempt_at = now() + ${ATTEMPT_LEASE_MS} * interval '1 millisecond'
      where delivery_id = ${deliveryId} and status = 'pending' and (sending or next_attempt_at <= now())
        and ${PER_ACCOUNT_MAX} > (select count(*) from webhook_deliveries in_progress
          where account_id = ${webhook.accountId} and status = 'pending' and sending and next_attempt_at > now()
            and delivery_id <> ${deliveryId})
      returning delivery_id, event, generation_id, created_at,
        attempts as number`.execute(transaction)
    if (started[0]) return { ...webhook, ...started[0] }
    // The more deliveries of the account are due, the later the next try, so that they are not tried again and again.
    const { rows: waiting } = await sql<{ at: Date }>`
      select greatest(next_attempt_at, now() + (1 + random()) / 2 * ${BUSY_RETRY_MS} * greatest(1, (
        select count(*) from (select from webhook_deliveries where account_id = ${webhook.accountId}
          and status = 'pending' and next_attempt_at <= now() limit ${COUNTED_MAX}) due) / ${PER_ACCOUNT_MAX}::float8)
        * interval '1 millisecond') as at
      from webhook_deliveries where delivery_id = ${deliveryId} and status = 'pending'`.execute(transaction)
    return waiting[0]?.at
  })
}

/**
 * Stores the outcome of an attempt, unless a newer attempt has started.
 * @returns the time of the next attempt, if there is one.
 */
export async function endAttempt(
  database: Database,
  { deliveryId, number }: Pick<DeliveryAttempt, 'deliveryId' | 'number'>,
  { status, responseStatus, reason, delayMs }: AttemptOutcome,
): Promise<Date | undefined> {
  const ended = status !== 'pending'
  // In milliseconds, which is the precision of the queue.
  const { rows } = await sql<{ nextAttemptAt: Date | null }>`
    update webhook_deliveries set status = ${status}, sending = false,
      response_status = ${responseStatus ?? null}, reason = ${reason ?? null},
      next_attempt_at = case when not ${ended} then
        date_trunc('milliseconds', now()) + ${delayMs ?? 0} * interval '1 millisecond' end,
      ended_at = case when ${ended} then now() end
    where delivery_id = ${deliveryId} and attempts = ${number} and status = 'pending'
    returning next_attempt_at`.execute(database)
  return rows[0]?.nextAttemptAt ?? undefined
}

/** Returns up to 1,000 pending deliveries to enabled webhooks that are overdue by a minute and have no job. */
export async function listOverdueDeliveries(
  database: Database,
): Promise<Pick<DeliveryAttempt, 'deliveryId' | 'accountId'>[]> {
  const { rows } = await sql<Pick<DeliveryAttempt, 'deliveryId' | 'accountId'>>`
    select delivery_id, account_id
    from webhook_deliveries join webhooks using (account_id)
    where status = 'pending' and disabled_at is null and next_attempt_at < now() - interval '1 minute'
      and not exists (select from pgboss.job
        where name = 'webhook' and state < 'completed' and data->>'deliveryId' = delivery_id::text)
    limit ${OVERDUE_MAX}`.execute(database)
  return rows
}

/**
 * Deletes up to `countMax` test deliveries that are older than 30 days. Other deliveries are deleted with their jobs.
 * @returns the number of deleted rows.
 */
export async function deleteTestDeliveries(database: Database, now: Date, countMax: number): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with old as (
      select delivery_id from webhook_deliveries where generation_id is null
        and created_at < ${now}::timestamptz - ${TEST_KEPT_DAYS} * interval '1 day'
      limit ${countMax} for update skip locked
    ), deleted as (
      delete from webhook_deliveries using old where webhook_deliveries.delivery_id = old.delivery_id returning 1
    )
    select count(*) as deleted from deleted`.execute(database)
  return one(rows).deleted
}

const DELIVERIES = sql`
  select delivery_id, event, generation_id as "jobId", status, attempts,
    response_status, reason, created_at, last_attempt_at,
    next_attempt_at, ended_at
  from webhook_deliveries`
