import { type RawBuilder, sql } from 'kysely'

/** Type of an event. */
export type WebhookEvent = 'job.completed' | 'job.failed' | 'webhook.test'

/**
 * Returns a part of the statement that ends generations. It queues an event for each of them that is a job and whose
 * account has a webhook. So an event exists if and only if the job has ended, and only once.
 *
 * @param ended name of the statement's `with` query, with the columns `generation_id`, `account_id` and `is_async`
 */
export function queueEvents(ended: string, event: 'job.completed' | 'job.failed'): RawBuilder<unknown> {
  return sql`
    insert into webhook_deliveries (account_id, generation_id, event)
    select account_id, generation_id, ${sql.lit(event)}
    from ${sql.ref(ended)} join webhooks using (account_id)
    where is_async and switched_off_at is null`
}
