import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { one } from '../database/rows.ts'
import { noticeThreshold } from './low-credits.ts'

/** Kind of a ledger entry. The statement that completes a generation adds its entry of the kind `generation`. */
export type LedgerKind = 'welcome' | 'added' | 'generation' | 'purchase' | 'refund' | 'dispute'

/**
 * Adds an entry to the account's ledger and to its balance, in one statement. Added credits also set the balance of the
 * next low-credit notice. A repeated entry with the same `kind` and `reference` fails with a unique violation.
 * @returns the new balance.
 */
export async function addToLedger(
  database: Database,
  entry: {
    accountId: string
    kind: Exclude<LedgerKind, 'generation'>
    credits: number
    reference: string
    /** Free text by the operator. */
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
        else ${noticeThreshold(sql`accounts.credits + entry.credits`)} end
    from entry where accounts.account_id = entry.account_id
    returning accounts.credits`.execute(database)
  return one(rows).credits
}

/** Adds `credits` to an account, or removes them when the number is negative. @returns the new balance. */
export async function addCredits(
  database: Database,
  change: { accountId: string; credits: number; reference: string; note?: string },
): Promise<number> {
  return await addToLedger(database, { ...change, kind: 'added' })
}

/**
 * Finds accounts whose balance differs from the sum of their ledger, or whose reservations differ from those of their
 * generations in progress.
 * @returns an empty list when everything is consistent.
 */
export async function auditCredits(database: Database): Promise<{ accountId: string; problem: string }[]> {
  const { rows } = await sql<{ accountId: string; problem: string }>`
    select a.account_id,
      format('balance %s, ledger %s; reserved %s, in progress %s', a.credits, ledger.total, a.reserved, open.total) as problem
    from accounts a,
      lateral (select coalesce(sum(credits), 0) as total from credit_entries e where e.account_id = a.account_id) ledger,
      lateral (select coalesce(sum(cost), 0) as total from generations g
        where g.account_id = a.account_id and g.status in ('pending', 'processing')) open
    where (a.credits <> ledger.total or a.reserved <> open.total)
      -- Accounts that are being removed lose their ledgers first.
      and (a.deletion_at is null or a.deletion_at > now())`.execute(database)
  return rows
}
