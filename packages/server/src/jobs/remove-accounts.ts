import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { one } from '../database/rows.ts'
import { pdfKey } from '../generation/generations.ts'
import type { Services } from '../services.ts'
import { thumbnailKey } from '../templates/thumbnails.ts'

// Rows per statement, far below the statement time limit. A content has up to 1,000 versions.
const ROWS_AT_ONCE = {
  generations: 10_000,
  webhook_deliveries: 10_000,
  credit_entries: 10_000,
  requests: 2_000,
  contents: 10,
  // A batch has up to 50,000 rows, whose removal is a cascade.
  batches: 1,
}
const ACCOUNTS_AT_ONCE = 100

/** A deleted account that can no longer be restored. */
interface ExpiredAccount {
  accountId: string
  userId: string
}

/**
 * Removes the deleted accounts whose grace period is over, with all their rows, objects and users. The removal may be
 * interrupted at any point and continues at the next run.
 * @returns the number of accounts removed.
 * @throws an Error when an account could not be removed, after the removal of all others.
 */
export async function removeDeletedAccounts(
  services: Pick<Services, 'database' | 'storage'>,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  const { rows: expired } = await sql<ExpiredAccount>`
    select account_id, user_id from accounts
    where deletion_at <= ${now} limit ${ACCOUNTS_AT_ONCE}`.execute(services.database)
  const faults: unknown[] = []
  for (const account of expired) {
    signal?.throwIfAborted()
    await removeAccount(services, account).catch((error: unknown) => void faults.push(error))
  }
  if (faults.length === 0) return expired.length
  throw new Error(`${faults.length} of ${expired.length} accounts could not be removed`, { cause: faults[0] })
}

async function removeAccount(
  { database, storage }: Pick<Services, 'database' | 'storage'>,
  { accountId, userId }: ExpiredAccount,
): Promise<void> {
  for (const key of await listThumbnails(database, accountId)) await storage.remove(key)
  for await (const { key } of storage.list(`users/${userId}`)) await storage.remove(key)
  // Removes the large sets of rows first. The row of the account then cascades to the others.
  while ((await removeGenerations(database, accountId, storage)) === ROWS_AT_ONCE.generations);
  // The ledger is removed, too. Stripe and the operator have the records of payments.
  for (const table of ['webhook_deliveries', 'requests', 'batches', 'contents', 'credit_entries'] as const) {
    while ((await removeRows(database, table, accountId)) === ROWS_AT_ONCE[table]);
  }
  await sql`delete from preview_limits where account_id = ${accountId}`.execute(database)
  // Cascades to the members, and to the users who belong to no other account, with their passwords and sessions.
  await sql`delete from accounts where account_id = ${accountId}`.execute(database)
}

async function listThumbnails(database: Database, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ thumbnailId: string }>`
    select thumbnail_id from templates
    where account_id = ${accountId} and thumbnail_id is not null`.execute(database)
  return rows.map(({ thumbnailId }) => thumbnailKey(thumbnailId))
}

async function removeGenerations(
  database: Database,
  accountId: string,
  storage: Services['storage'],
): Promise<number> {
  const { rows } = await sql<{ fileId: string | null }>`
    delete from generations where ctid = any(array(
      select ctid from generations where account_id = ${accountId} limit ${ROWS_AT_ONCE.generations}))
    returning file_id`.execute(database)
  // Most of these objects are removed already. The sweep removes the rest by age.
  for (const { fileId } of rows) if (fileId !== null) await storage.remove(pdfKey(fileId))
  return rows.length
}

/** Removes one batch of rows. @returns the number of rows removed. */
async function removeRows(
  database: Database,
  table: Exclude<keyof typeof ROWS_AT_ONCE, 'generations'>,
  accountId: string,
): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    with removed as (
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where account_id = ${accountId} limit ${ROWS_AT_ONCE[table]}))
      returning 1
    )
    select count(*) as removed from removed`.execute(database)
  return one(rows).removed
}
