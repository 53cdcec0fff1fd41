import { type RawBuilder, sql } from 'kysely'

/** Type of an event. */
export type WebhookEvent = 'job.completed' | 'job.failed' | 'webhook.test'

/**
 * Returns SQL that queues an event for each ended job whose account has a webhook. It is part of the statement that
 * ends generations, so each ended job has exactly one event.
 * @param ended name of the statement's `with` query, which has `generation_id`, `account_id` and `is_async`.
 */
export function queueEvents(ended: string, event: 'job.completed' | 'job.failed'): RawBuilder<unknown> {
  return sql`
    insert into webhook_deliveries (account_id, generation_id, event)
    select account_id, generation_id, ${sql.lit(event)}
    from ${sql.ref(ended)} join webhooks using (account_id)
    where is_async and disabled_at is null`
}
