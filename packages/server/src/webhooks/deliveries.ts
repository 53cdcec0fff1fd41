import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
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

const LISTED_MAX = 100
/**
 * Concurrent attempts per account, over all processes. A slow server must not delay the deliveries of other accounts.
 */
const PER_ACCOUNT_MAX = 4
/** Longer than any attempt. An attempt without an outcome after this time is lost, because its process ended. */
const ATTEMPT_LEASE_MS = 20_000
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
export async function queueTestEvent(database: Database, accountId: string): Promise<{ deliveryId: string }> {
  const { disabledAt } = await findWebhook(database, accountId)
  if (disabledAt) throw new Refusal('invalid', 'The webhook is disabled. Set its URL again to enable it.')
  const { rows } = await sql<{ deliveryId: string }>`
    insert into webhook_deliveries (account_id, event) values (${accountId}, 'webhook.test')
    returning delivery_id as "deliveryId"`.execute(database)
  return one(rows)
}

/**
 * Starts an attempt for up to `count` due deliveries. The query walks the index from account to account. Its cost
 * depends on the number of accounts with due deliveries, not on the number of deliveries.
 */
export async function startAttempts(database: Database, count: number): Promise<DeliveryAttempt[]> {
  const { rows } = await sql<DeliveryAttempt>`
    with recursive waiting as (
      (select account_id from webhook_deliveries where status = 'pending' order by account_id limit 1)
      union all
      select (select account_id from webhook_deliveries next
        where status = 'pending' and next.account_id > waiting.account_id order by account_id limit 1)
      from waiting where account_id is not null
    ), due as (
      select due.delivery_id, url, salt
      from waiting join webhooks using (account_id) cross join lateral (
        select delivery_id, next_attempt_at from webhook_deliveries
        where account_id = webhooks.account_id and status = 'pending' and next_attempt_at <= now()
        order by next_attempt_at
        limit (select greatest(0, ${PER_ACCOUNT_MAX} - count(*)) from webhook_deliveries in_progress
          where in_progress.account_id = webhooks.account_id and status = 'pending'
            and sending and next_attempt_at > now())
        for update skip locked
      ) due
      where disabled_at is null
      order by due.next_attempt_at
      limit ${count}
    )
    update webhook_deliveries set attempts = attempts + 1, sending = true, last_attempt_at = now(),
      next_attempt_at = now() + ${ATTEMPT_LEASE_MS} * interval '1 millisecond'
    from due where webhook_deliveries.delivery_id = due.delivery_id
    returning webhook_deliveries.delivery_id as "deliveryId", account_id as "accountId", event,
      generation_id as "generationId", created_at as "createdAt", attempts as number, url, salt`.execute(
    database,
  )
  return rows
}

/** Stores the outcome of an attempt, unless a newer attempt has started. */
export async function endAttempt(
  database: Database,
  { deliveryId, number }: Pick<DeliveryAttempt, 'deliveryId' | 'number'>,
  { status, responseStatus, reason, delayMs }: AttemptOutcome,
): Promise<void> {
  const ended = status !== 'pending'
  await sql`
    update webhook_deliveries set status = ${status}, sending = false,
      response_status = ${responseStatus ?? null}, reason = ${reason ?? null},
      next_attempt_at = case when ${ended} then null else now() + ${delayMs ?? 0} * interval '1 millisecond' end,
      ended_at = case when ${ended} then now() end
    where delivery_id = ${deliveryId} and attempts = ${number} and status = 'pending'`.execute(database)
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
  select delivery_id as "deliveryId", event, generation_id as "jobId", status, attempts,
    response_status as "responseStatus", reason, created_at as "createdAt", last_attempt_at as "lastAttemptAt",
    next_attempt_at as "nextAttemptAt", ended_at as "endedAt"
  from webhook_deliveries`
