import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { pdfKey } from '../generation/generations.ts'
import type { Services } from '../services.ts'
import { thumbnailKey } from '../templates/thumbnails.ts'

// As many rows as go well within the time that a statement may take: a template or partial has up to a thousand versions.
const ROWS_AT_ONCE = {
  generations: 10_000,
  webhook_deliveries: 10_000,
  credit_entries: 10_000,
  templates: 10,
  partials: 10,
}
const ACCOUNTS_AT_ONCE = 100

/** An account that nobody can have back any more. */
interface Left {
  accountId: string
  userId: string
}

/**
 * Removes the accounts whose owners wanted it, when the time to think again is over: every row, every object, and
 * who signs in. It may be broken off anywhere and goes on the next time.
 * @returns how many.
 * @throws after all others, when one could not be removed.
 */
export async function removeDeletedAccounts(
  services: Pick<Services, 'database' | 'storage'>,
  now: Date,
): Promise<number> {
  const { rows: left } = await sql<Left>`
    select account_id as "accountId", user_id as "userId" from accounts
    where deletion_at <= ${now} limit ${ACCOUNTS_AT_ONCE}`.execute(services.database)
  const faults: unknown[] = []
  for (const account of left) {
    await removeAccount(services, account).catch((error: unknown) => void faults.push(error))
  }
  if (faults.length === 0) return left.length
  throw new Error(`${faults.length} of ${left.length} accounts could not be removed`, { cause: faults[0] })
}

async function removeAccount(
  { database, storage }: Pick<Services, 'database' | 'storage'>,
  { accountId, userId }: Left,
): Promise<void> {
  for (const key of await listPictures(database, accountId)) await storage.remove(key)
  for await (const { key } of storage.list(`users/${userId}`)) await storage.remove(key)
  // The rows that may be many go before the account's own, with which the others go.
  while ((await removeGenerations(database, accountId, storage)) === ROWS_AT_ONCE.generations);
  // With the account goes its ledger: what was paid, and by whom, is in Stripe's books and the operator's.
  for (const table of ['webhook_deliveries', 'templates', 'partials', 'credit_entries'] as const) {
    while ((await removeRows(database, table, accountId)) === ROWS_AT_ONCE[table]);
  }
  for (const limits of ['rate_limits', 'preview_limits', 'dry_run_limits']) {
    await sql`delete from ${sql.table(limits)} where account_id = ${accountId}`.execute(database)
  }
  // With it goes who signs in, with password and sessions.
  await sql`delete from accounts where account_id = ${accountId}`.execute(database)
}

async function listPictures(database: Database, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ thumbnailId: string }>`
    select thumbnail_id as "thumbnailId" from templates
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
    returning file_id as "fileId"`.execute(database)
  // Most of them are long gone; what is not removed here, the sweep of PDFs finds by its age.
  for (const { fileId } of rows) if (fileId !== null) await storage.remove(pdfKey(fileId))
  return rows.length
}

/** @returns how many went, of those that go at once. */
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
  return rows[0]?.removed ?? 0
}
