import { type RawBuilder, sql } from 'kysely'

/** What an account is told of. */
export type WebhookEvent = 'job.completed' | 'job.failed' | 'webhook.test'

/**
 * A part of the statement that ends generations: queues an event for each of them that is a job and whose
 * account has a webhook. So there is an event if and only if the job has ended, and only one.
 * @param ended the name of that statement's `with` query, of `generation_id`, `account_id` and `is_async`.
 */
export function queueEvents(ended: string, event: 'job.completed' | 'job.failed'): RawBuilder<unknown> {
  return sql`
    insert into webhook_deliveries (account_id, generation_id, event)
    select account_id, generation_id, ${sql.lit(event)}
    from ${sql.ref(ended)} join webhooks using (account_id)
    where is_async and switched_off_at is null`
}
