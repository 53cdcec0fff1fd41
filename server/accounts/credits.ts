import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { noticeAt } from './low-credits.ts'

/** Kind of a ledger entry. The statement that completes a generation adds entries of kind `generation`. */
export type LedgerKind = 'welcome' | 'added' | 'generation' | 'purchase' | 'refund' | 'dispute'

/**
 * Adds an entry to the account's ledger and changes its balance, in one statement. Added credits enable the next notice
 * of low credits. The same `kind` and `reference` can be entered only once: a repetition fails on the unique key.
 *
 * @returns the new balance
 */
export async function addToLedger(
  database: Database,
  entry: {
    accountId: string
    kind: Exclude<LedgerKind, 'generation'>
    credits: number
    reference: string
    /** The operator's reason. */
    note?: string
  },
): Promise<number> {
  const { rows } = await sql<{ credits: number }>`
    with entry as (
      insert into credit_entries (account_id, kind, credits, reference, note)
      values (${entry.accountId}, ${entry.kind}, ${entry.credits}, ${entry.reference}, ${entry.note ?? ''})
      returning account_id, credits)
    update accounts set credits = accounts.credits + entry.credits,
      notice_at = case when entry.credits < 0 then notice_at
        else ${noticeAt(sql`accounts.credits + entry.credits`)} end
    from entry where accounts.account_id = entry.account_id
    returning accounts.credits`.execute(database)
  return rows[0]?.credits ?? 0
}

/**
 * Adds credits to an account, or removes them when negative.
 *
 * @returns the new balance
 */
export async function addCredits(
  database: Database,
  change: { accountId: string; credits: number; reference: string; note?: string },
): Promise<number> {
  return await addToLedger(database, { ...change, kind: 'added' })
}

/** Returns the available credits: the balance less the reservations. */
export async function availableCredits(database: Database, accountId: string): Promise<number> {
  const { rows } = await sql<{ available: number }>`
    select credits - reserved as available from accounts where account_id = ${accountId}`.execute(database)
  return rows[0]?.available ?? 0
}

/**
 * Returns every account whose balance differs from the sum of its ledger, or whose reservations differ from those of
 * its running generations. The list is empty unless there is a defect.
 */
export async function auditCredits(database: Database): Promise<{ accountId: string; problem: string }[]> {
  const { rows } = await sql<{ accountId: string; problem: string }>`
    select a.account_id as "accountId",
      format('balance %s, ledger %s; reserved %s, under way %s', a.credits, ledger.total, a.reserved, open.total) as problem
    from accounts a,
      lateral (select coalesce(sum(credits), 0) as total from credit_entries e where e.account_id = a.account_id) ledger,
      lateral (select coalesce(sum(pages), 0) as total from generations g
        where g.account_id = a.account_id and g.status in ('pending', 'processing')) open
    where (a.credits <> ledger.total or a.reserved <> open.total)
      -- Those are being removed, their ledgers first.
      and (a.deletion_at is null or a.deletion_at > now())`.execute(database)
  return rows
}
