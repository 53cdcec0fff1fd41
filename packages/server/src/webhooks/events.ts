import { type RawBuilder, sql } from 'kysely'

/** Types of the events that a webhook can receive. */
export const EVENT_TYPES = [
  'job.completed',
  'job.failed',
  'batch.completed',
  'batch.paused',
  'batch.failed',
  'credits.low',
] as const

/** Type of an event that a webhook can receive. */
export type EventType = (typeof EVENT_TYPES)[number]

/** Type of a delivered event. A test event is sent to one webhook on request. */
export type WebhookEvent = EventType | 'webhook.test'

/** An event with the row that its body is built from. */
export interface StoredEvent {
  /** Header `webhook-id`. */
  id: string
  event: WebhookEvent
  accountId: string
  /** Job of the event; `null` for other events. */
  generationId: string | null
  /** Fields of an event that is not about a job. */
  data: object | null
  createdAt: Date
}

/**
 * Returns `with` queries that store an event for each enabled webhook and each listener of an account that receives its
 * type. They are part of the statement that causes the event, so none is lost. The query `event` has the `delivery_id` and
 * `account_id` of each delivery, which the caller queues.
 * @param source query with the columns `account_id`, `generation_id` and `data` of each event.
 */
export function storeEvents(event: EventType, source: RawBuilder<unknown>): RawBuilder<unknown> {
  const type = sql.lit(event)
  return sql`
    event as (
      insert into webhook_deliveries (account_id, webhook_id, generation_id, data, event)
      select account_id, webhook_id, generation_id, data, ${type}
      from (${source}) source join webhooks using (account_id)
      where disabled_at is null and ${type} = any (events)
      returning delivery_id, account_id
    ), listener_event as (
      insert into webhook_listener_events (listener_id, generation_id, data, event)
      select listener_id, generation_id, data, ${type}
      from (${source}) source join webhook_listeners using (account_id)
      where expires_at > now() and ${type} = any (events)
    )`
}

/** Returns the types without duplicates, in their usual order. */
export function inOrder(types: readonly EventType[]): EventType[] {
  return EVENT_TYPES.filter((type) => types.includes(type))
}
