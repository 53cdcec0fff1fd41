import { type RawBuilder, sql } from 'kysely'

/** Type of an event. */
export type WebhookEvent = 'job.completed' | 'job.failed' | 'webhook.test'

/**
 * Returns SQL that stores an event for an ended job whose account has a webhook, and returns its delivery. It is part
 * of the statement that ends the job, so each ended job has exactly one event. The caller queues the delivery.
 * @param ended name of the statement's `with` query, which has `generation_id`, `account_id` and `is_async`.
 */
export function queueEvents(ended: string, event: 'job.completed' | 'job.failed'): RawBuilder<unknown> {
  return sql`
    insert into webhook_deliveries (account_id, generation_id, event)
    select account_id, generation_id, ${sql.lit(event)}
    from ${sql.ref(ended)} join webhooks using (account_id)
    where is_async and disabled_at is null
    returning delivery_id`
}
