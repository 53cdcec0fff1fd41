import { sql } from 'kysely'
import { type Database, inTransaction } from '../database/database.ts'
import { oneOrNotFound } from '../database/rows.ts'
import { Refusal } from '@platen/template/refusal'
import { type EventType, inOrder, type StoredEvent } from './events.ts'

/** Temporary receiver of events, which a program reads with polls. */
export interface Listener {
  listenerId: string
  events: EventType[]
  createdAt: Date
  /** Time at which the listener and its events are deleted. Each poll extends it. */
  expiresAt: Date
}

/** Names one listener of an account. */
export interface ListenerRef {
  accountId: string
  listenerId: string
}

const LISTENERS_MAX = 5
/** Time without a poll after which a listener is deleted. Its program can reconnect until then, without a lost event. */
const LIFETIME_MINUTES = 10
/** Events that one poll returns. */
const POLLED_MAX = 20

/** Creates a listener. @throws {Refusal} `limit-reached`. */
export async function createListener(
  database: Database,
  accountId: string,
  events: readonly EventType[],
): Promise<Listener> {
  const [created] = await inTransaction(database, async (transaction) => {
    // The lock makes the limit exact.
    await sql`select 1 from accounts where account_id = ${accountId} for no key update`.execute(transaction)
    await deleteExpiredListeners(transaction, accountId)
    const { rows } = await sql<Listener>`
      insert into webhook_listeners (account_id, events, expires_at)
      select ${accountId}, ${inOrder(events)}, ${EXPIRY}
      where (select count(*) from webhook_listeners where account_id = ${accountId}) < ${LISTENERS_MAX}
      returning ${COLUMNS}`.execute(transaction)
    return rows
  })
  if (created) return created
  throw new Refusal(
    'limit-reached',
    `This account has ${LISTENERS_MAX} listeners, which is the limit. Stop one, or wait ${LIFETIME_MINUTES} minutes until an unused one is deleted.`,
  )
}

/**
 * Starts a poll: deletes the events that the program has processed, and ends an earlier poll that still waits.
 * @returns the number of the poll.
 * @throws {Refusal} `not-found` when the listener does not exist or has expired.
 */
export async function startPoll(
  database: Database,
  { accountId, listenerId }: ListenerRef,
  acknowledged: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ pollNumber: number }>`
    with polled as (
      update webhook_listeners set poll_number = poll_number + 1, expires_at = ${EXPIRY}
      where listener_id = ${listenerId} and account_id = ${accountId} and expires_at > now()
      returning listener_id, poll_number
    ), acknowledged as (
      delete from webhook_listener_events using polled
      where webhook_listener_events.listener_id = polled.listener_id and event_id = any (${acknowledged}::uuid[])
    )
    select poll_number from polled`.execute(database)
  return oneOrNotFound(rows, NOT_FOUND).pollNumber
}

/**
 * Returns the oldest events of a listener that are not acknowledged.
 * @returns `undefined` when a newer poll has started or the listener was removed.
 */
export async function listListenerEvents(
  database: Database,
  { accountId, listenerId }: ListenerRef,
  pollNumber: number,
): Promise<StoredEvent[] | undefined> {
  const { rows } = await sql<Omit<StoredEvent, 'id'> & { id: string | null }>`
    select event_id as id, account_id, event, generation_id, data, listed.created_at
    from webhook_listeners left join lateral (
      select * from webhook_listener_events where listener_id = webhook_listeners.listener_id
      order by created_at, event_id limit ${POLLED_MAX}
    ) listed using (listener_id)
    where listener_id = ${listenerId} and account_id = ${accountId} and poll_number = ${pollNumber}
    order by listed.created_at, event_id`.execute(database)
  if (rows.length === 0) return undefined
  return rows.flatMap(({ id, ...event }) => (id === null ? [] : [{ ...event, id }]))
}

/** Removes a listener and its events. @throws {Refusal} `not-found`. */
export async function removeListener(
  database: Database,
  { accountId, listenerId }: ListenerRef,
): Promise<void> {
  const { rows } = await sql`
    delete from webhook_listeners where listener_id = ${listenerId} and account_id = ${accountId}
    returning listener_id`.execute(database)
  oneOrNotFound(rows, NOT_FOUND)
}

/** Deletes the expired listeners of an account, or of all accounts. @returns their number. */
export async function deleteExpiredListeners(database: Database, accountId?: string): Promise<number> {
  const { rows } = await sql`
    delete from webhook_listeners where expires_at <= now()
      and account_id = coalesce(${accountId ?? null}, account_id)
    returning 1`.execute(database)
  return rows.length
}

const NOT_FOUND = 'This listener does not exist or has expired. Create another one.'
const EXPIRY = sql`now() + ${LIFETIME_MINUTES} * interval '1 minute'`
const COLUMNS = sql`listener_id, events, created_at, expires_at`
