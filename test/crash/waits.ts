import { sql } from 'kysely'
import type { Database } from '../../packages/server/src/database/database.ts'
import type { JobName } from '../../packages/server/src/jobs/kinds.ts'
import { eventually } from '../harness.ts'

/** Resolves when a statement of another connection to this database waits for a lock on a table. */
export async function waitsForLock(database: Database, table: string): Promise<void> {
  await eventually(async () => {
    const { rows } = await sql`
      select 1 from pg_locks where not granted and relation = ${table}::regclass
        and database = (select oid from pg_database where datname = current_database())`.execute(database)
    return rows.length > 0
  })
}

/** Skips the heartbeat limit of dead processes and the delay before a retry, by changing times in the database. */
export async function skipHeartbeatLimit(database: Database): Promise<void> {
  await sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`.execute(
    database,
  )
  await eventually(async () => {
    const { rows } = await sql`select 1 from pgboss.job where state = 'active'`.execute(database)
    return rows.length === 0
  })
  await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(database)
}

/** Queues a job of a kind that has a schedule, as its schedule does. Nothing is queued while one waits or runs. */
export async function runScheduled(database: Database, kind: JobName): Promise<void> {
  await sql`
    insert into pgboss.job (name, policy, data, retry_limit, retry_delay, heartbeat_seconds, expire_seconds)
    select name, policy, '{}', retry_limit, retry_delay, heartbeat_seconds, expire_seconds
    from pgboss.queue where name = ${kind} on conflict do nothing`.execute(database)
}

/**
 * Skips the time after which reservations of synchronous calls of dead processes are released, and releases them.
 * @param keys Restricts this to the calls with these idempotency keys.
 */
export async function skipReservationLimit(database: Database, keys?: string[]): Promise<void> {
  await sql`
    update generations set reserved_until = now() where generation_id in (
      select generation_id from generations left join idempotency_keys using (generation_id)
      where not is_async and status = 'processing'
        and (${keys === undefined} or key = any (${keys ?? []}::text[])))`.execute(database)
  await runScheduled(database, 'expired-renders')
}
