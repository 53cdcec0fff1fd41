import { sql } from 'kysely'
import { type Database, inTransaction } from '../database/database.ts'

/**
 * Adds an entry to the account's ledger and to its balance, in the caller's transaction.
 * The same `kind` and `reference` can be entered only once: a repeated one fails on the unique key.
 */
export async function addToLedger(
  transaction: Database,
  entry: { accountId: string; kind: 'welcome' | 'added'; credits: number; reference: string },
): Promise<void> {
  await sql`
    with entry as (
      insert into credit_entries (account_id, kind, credits, reference)
      values (${entry.accountId}, ${entry.kind}, ${entry.credits}, ${entry.reference})
      returning account_id, credits)
    update accounts set credits = accounts.credits + entry.credits
    from entry where accounts.account_id = entry.account_id`.execute(transaction)
}

/**
 * Gives an account `credits` more (or, negative, fewer).
 * @returns the new balance.
 */
export async function addCredits(
  database: Database,
  change: { accountId: string; credits: number; reference: string },
): Promise<number> {
  return await inTransaction(database, async (transaction) => {
    await addToLedger(transaction, { ...change, kind: 'added' })
    const { rows } = await sql<{ credits: number }>`
      select credits from accounts where account_id = ${change.accountId}`.execute(transaction)
    return rows[0]?.credits ?? 0
  })
}

/** What an account may still spend: its balance less the pages now being rendered. */
export async function availableCredits(database: Database, accountId: string): Promise<number> {
  const { rows } = await sql<{ available: number }>`
    select credits - reserved as available from accounts where account_id = ${accountId}`.execute(database)
  return rows[0]?.available ?? 0
}

/**
 * Every account whose balance is not the sum of its ledger, or whose reservations are not those of its
 * generations under way. The list is empty unless something is broken.
 */
export async function auditCredits(database: Database): Promise<{ accountId: string; problem: string }[]> {
  const { rows } = await sql<{ accountId: string; problem: string }>`
    select a.account_id as "accountId",
      format('balance %s, ledger %s; reserved %s, under way %s', a.credits, ledger.total, a.reserved, open.total) as problem
    from accounts a,
      lateral (select coalesce(sum(credits), 0) as total from credit_entries e where e.account_id = a.account_id) ledger,
      lateral (select coalesce(sum(pages), 0) as total from generations g
        where g.account_id = a.account_id and g.status in ('pending', 'processing')) open
    where a.credits <> ledger.total or a.reserved <> open.total`.execute(database)
  return rows
}
