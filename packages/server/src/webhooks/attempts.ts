import { sql } from 'kysely'
import { type Database, inTransaction } from '../database/database.ts'
import type { WebhookDelivery } from './deliveries.ts'
import type { StoredEvent } from './events.ts'
import { DISABLED, REMOVED } from './webhooks.ts'

/** An attempt in progress at the delivery `id`. */
export interface DeliveryAttempt extends StoredEvent {
  webhookId: string
  /** Number of the attempt, from 1. */
  number: number
  /** Number of the attempt since the delivery was last sent again, from 1. It selects the next delay. */
  round: number
  startedAt: Date
  url: string
  salt: Buffer
  /** Salt before the last rotation, while its secret signs as well. */
  previousSalt: Buffer | null
  /** Time of the last change of the webhook. */
  updatedAt: Date
}

/** Outcome of an attempt. */
export interface AttemptOutcome {
  status: WebhookDelivery['status']
  responseStatus: number | undefined
  responseExcerpt: string | undefined
  reason: string | undefined
  /** Delay before the next attempt of a pending delivery, in milliseconds. */
  delayMs: number | undefined
}

/** Concurrent attempts per account, over all processes. A slow server must not delay the deliveries of other accounts. */
const PER_ACCOUNT_MAX = 4
/**
 * Concurrent attempts per account, if the further ones belong to webhooks that have none. A slow server must not delay the
 * other webhooks of its account.
 */
const PER_ACCOUNT_TOTAL_MAX = 6
/** Longer than any attempt. An attempt without an outcome after this time is lost, because its process ended. */
const ATTEMPT_LEASE_MS = 20_000
/** Delay of a delivery while its webhook has too many attempts in progress, for each group of 4 that is due. */
const BUSY_RETRY_MS = 500
/** Due deliveries that are counted for this delay. */
const COUNTED_MAX = 10_000

/**
 * Starts an attempt at a delivery. A webhook that is failing has one attempt in progress at a time.
 * @returns the attempt; the time of the next attempt when the delivery is not due or too many attempts are in progress;
 * `undefined` when the delivery has ended or its webhook is disabled.
 */
export async function startAttempt(
  database: Database,
  deliveryId: string,
): Promise<DeliveryAttempt | Date | undefined> {
  return await inTransaction(database, async (transaction) => {
    // The locks make the limits exact: attempts of one account start one after the other.
    const { rows: webhooks } = await sql<LockedWebhook>`
      select webhooks.account_id, webhooks.webhook_id, url, salt, disabled_at, failing_since, updated_at,
        case when previous_salt_until > now() then previous_salt end as previous_salt,
        webhooks.webhook_id = delivery.webhook_id as "isReceiver"
      from webhook_deliveries delivery join webhooks using (account_id)
      where delivery_id = ${deliveryId}
      order by webhooks.webhook_id for no key update of webhooks`.execute(transaction)
    const webhook = webhooks.find(({ isReceiver }) => isReceiver)
    if (!webhook) return await failDelivery(transaction, deliveryId, REMOVED)
    if (webhook.disabledAt) return await failDelivery(transaction, deliveryId, DISABLED)
    const { accountId, webhookId, url, salt, previousSalt, updatedAt, failingSince } = webhook
    // A job that finds its delivery in progress is a retry: its first attempt was lost or has failed.
    const { rows: started } = await sql<StartedDelivery>`
      update webhook_deliveries set attempts = attempts + 1, sending = true, last_attempt_at = now(),
        next_attempt_at = now() + ${ATTEMPT_LEASE_MS} * interval '1 millisecond'
      where delivery_id = ${deliveryId} and status = 'pending' and (sending or next_attempt_at <= now())
        and (
          select case when count(*) filter (where webhook_id = ${webhookId}) = 0 then count(*) < ${PER_ACCOUNT_TOTAL_MAX}
            else count(*) < ${PER_ACCOUNT_MAX} and ${failingSince}::timestamptz is null end
          from webhook_deliveries in_progress
          where account_id = ${accountId} and status = 'pending' and sending and next_attempt_at > now()
            and delivery_id <> ${deliveryId})
      returning delivery_id as id, event, generation_id, data, created_at, last_attempt_at as "startedAt",
        attempts as number, attempts - earlier_attempts as round`.execute(transaction)
    if (started[0]) return { ...started[0], accountId, webhookId, url, salt, previousSalt, updatedAt }
    // The more deliveries of the webhook are due, the later the next try, so that they are not tried again and again.
    const { rows: waiting } = await sql<{ at: Date }>`
      select greatest(next_attempt_at, now() + (1 + random()) / 2 * ${BUSY_RETRY_MS} * greatest(1, (
        select count(*) from (select from webhook_deliveries
          where account_id = ${accountId} and webhook_id = ${webhookId} and status = 'pending'
            and next_attempt_at <= now() limit ${COUNTED_MAX}) due) / ${PER_ACCOUNT_MAX}::float8)
        * interval '1 millisecond') as at
      from webhook_deliveries where delivery_id = ${deliveryId} and status = 'pending'`.execute(transaction)
    return waiting[0]?.at
  })
}

type LockedWebhook = Pick<
  DeliveryAttempt,
  'accountId' | 'webhookId' | 'url' | 'salt' | 'previousSalt' | 'updatedAt'
> & { disabledAt: Date | null; failingSince: Date | null; isReceiver: boolean }
type StartedDelivery = Pick<
  DeliveryAttempt,
  'id' | 'event' | 'generationId' | 'data' | 'createdAt' | 'startedAt' | 'number' | 'round'
>

/** Fails a delivery that was stored while its webhook was removed or disabled. */
async function failDelivery(transaction: Database, deliveryId: string, reason: string): Promise<undefined> {
  await sql`
    update webhook_deliveries set status = 'failed', sending = false, next_attempt_at = null, ended_at = now(),
      reason = ${reason}
    where delivery_id = ${deliveryId} and status = 'pending'`.execute(transaction)
}

/**
 * Stores the outcome of an attempt, unless a newer attempt has started or the delivery was sent again in the meantime.
 * @returns the time of the next attempt, if there is one.
 */
export async function endAttempt(
  database: Database,
  { id, number, startedAt }: Pick<DeliveryAttempt, 'id' | 'number' | 'startedAt'>,
  { status, responseStatus, responseExcerpt, reason, delayMs }: AttemptOutcome,
): Promise<Date | undefined> {
  const ended = status !== 'pending'
  // In milliseconds, which is the precision of the queue.
  const { rows } = await sql<{ nextAttemptAt: Date | null }>`
    with delivery as (
      select delivery_id, attempts = ${number} and status = 'pending' and sending as is_current
      from webhook_deliveries where delivery_id = ${id} for no key update
    ), stored as (
      insert into webhook_attempts (delivery_id, number, started_at, duration_ms, response_status, reason, response_excerpt)
      select delivery_id, ${number}, ${startedAt}::timestamptz,
        greatest(0, round(extract(epoch from now() - ${startedAt}::timestamptz) * 1000)), ${responseStatus ?? null},
        ${reason ?? null}, ${responseExcerpt ?? null}
      from delivery on conflict do nothing
    )
    update webhook_deliveries set status = ${status}, sending = false,
      response_status = ${responseStatus ?? null}, reason = ${reason ?? null},
      next_attempt_at = case when not ${ended} then
        date_trunc('milliseconds', now()) + ${delayMs ?? 0} * interval '1 millisecond' end,
      ended_at = case when ${ended} then now() end
    from delivery where webhook_deliveries.delivery_id = delivery.delivery_id and is_current
    returning next_attempt_at`.execute(database)
  return rows[0]?.nextAttemptAt ?? undefined
}
