import { sql } from 'kysely'
import { inBatches } from '../database/batches.ts'
import type { Database } from '../database/database.ts'
import { one } from '../database/rows.ts'

/** Number of requests kept per account. */
export const REQUESTS_MAX = 100_000
/** Number of bodies kept per account. */
export const BODIES_MAX = 1_000

/** Accounts per statement: reading the oldest row to keep takes up to 20 ms for an account. */
const ACCOUNTS_AT_ONCE = 50
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Number of removed rows. */
export interface RemovedRequests {
  requests: number
  bodies: number
}

/**
 * Removes requests that are older than `days`, those beyond the newest 100,000 of an account, bodies beyond the newest
 * 1,000 of an account, and bodies of accounts that do not keep them.
 * @param options `signal` stops the removal between two batches; its reason is thrown.
 */
export async function removeOldRequests(
  database: Database,
  options: { now: Date; days: number; limits?: { requests: number; bodies: number }; signal: AbortSignal },
): Promise<RemovedRequests> {
  const { now, days, signal, limits = { requests: REQUESTS_MAX, bodies: BODIES_MAX } } = options
  const removed = {
    requests: await inBatches(
      (count) =>
        countDeleted(
          database,
          sql`delete from requests where request_id = any(array(select request_id from requests
            where created_at < ${now}::timestamptz - ${days} * interval '1 day' limit ${count}))`,
        ),
      signal,
    ),
    bodies: await inBatches(
      (count) =>
        countDeleted(
          database,
          sql`delete from request_bodies where request_id = any(array(select request_id from request_bodies
            join accounts using (account_id) where not keeps_request_bodies limit ${count}))`,
        ),
      signal,
    ),
  }
  for (let after: string | undefined = FIRST_ID; after !== undefined;) {
    const accounts: string[] = await listAccountIds(database, after)
    removed.requests += await removeExcess(database, 'requests', { accounts, max: limits.requests, signal })
    removed.bodies += await removeExcess(database, 'request_bodies', { accounts, max: limits.bodies, signal })
    after = accounts.length === ACCOUNTS_AT_ONCE ? accounts.at(-1) : undefined
  }
  return removed
}

/** Removes the kept bodies of an account that stops keeping them. */
export async function removeBodies(
  database: Database,
  accountId: string,
  signal: AbortSignal,
): Promise<void> {
  await inBatches(
    (count) =>
      countDeleted(
        database,
        sql`delete from request_bodies where request_id = any(array(select request_id from request_bodies
          where account_id = ${accountId} limit ${count}))`,
      ),
    signal,
  )
}

async function listAccountIds(database: Database, after: string): Promise<string[]> {
  const { rows } = await sql<{ accountId: string }>`
    select account_id from accounts where account_id > ${after}
    order by account_id limit ${ACCOUNTS_AT_ONCE}`.execute(database)
  return rows.map(({ accountId }) => accountId)
}

async function removeExcess(
  database: Database,
  table: 'requests' | 'request_bodies',
  { accounts, max, signal }: { accounts: string[]; max: number; signal: AbortSignal },
): Promise<number> {
  const { rows } = await sql<{ accountId: string; last: Date }>`
    select account_id, last from unnest(${accounts}::uuid[]) as accounts(account_id) cross join lateral (
      select created_at as last from ${sql.table(table)} kept where kept.account_id = accounts.account_id
      order by created_at desc offset ${max} limit 1) excess`.execute(database)
  let removed = 0
  for (const { accountId, last } of rows)
    removed += await inBatches(
      (count) =>
        countDeleted(
          database,
          sql`delete from ${sql.table(table)} where request_id = any(array(select request_id
            from ${sql.table(table)} where account_id = ${accountId} and created_at <= ${last} limit ${count}))`,
        ),
      signal,
    )
  return removed
}

async function countDeleted(database: Database, deletion: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with deleted as (${deletion} returning 1) select count(*) as deleted from deleted`.execute(database)
  return one(rows).deleted
}
