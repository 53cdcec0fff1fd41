import { sql } from 'kysely'
import type { LedgerKind } from '../accounts/credits.ts'
import type { Database } from '../database/database.ts'

/** One entry of an account's ledger. */
export interface LedgerEntry {
  entryId: number
  kind: LedgerKind
  credits: number
  /** Balance of the account after the entry. */
  balance: number
  /** Free text by the operator. */
  note: string
  createdAt: Date
  /** Generation whose pages the entry charges. */
  generationId: string | null
  /** Amount and receipt of the payment, for entries of the kinds `purchase`, `refund` and `dispute`. */
  amount: number | null
  currency: string | null
  receiptUrl: string | null
}

/** Cursor of a page of the ledger: the last entry of the page before. */
export interface LedgerCursor {
  entryId: number
  /** Balance before that entry. */
  balance: number
}

/**
 * Returns a page of an account's ledger, the newest entry first. The cost does not depend on the length of the ledger.
 * @returns `next`: the cursor of the next page; `undefined` on the last page.
 */
export async function listLedger(
  database: Database,
  { accountId, limit, after }: { accountId: string; limit: number; after: LedgerCursor | undefined },
): Promise<{ entries: LedgerEntry[]; next: LedgerCursor | undefined }> {
  const { rows } = await sql<LedgerEntry>`
    with page as (
      select entry_id, kind, credits, note, reference, created_at
      from credit_entries
      where account_id = ${accountId} and (${after?.entryId ?? null}::bigint is null or entry_id < ${after?.entryId ?? null})
      order by entry_id desc limit ${limit + 1}
    )
    select entry_id as "entryId", kind, page.credits, page.created_at as "createdAt", note,
      coalesce(${after?.balance ?? null}::bigint, accounts.credits) - coalesce(
        sum(page.credits) over (order by entry_id desc rows between unbounded preceding and 1 preceding), 0)::bigint as balance,
      case when kind = 'generation' then reference end as "generationId",
      amount, currency, receipt_url as "receiptUrl"
    from page cross join (select credits from accounts where account_id = ${accountId}) accounts
      left join payments on kind in ('purchase', 'refund', 'dispute') and payment_id = split_part(reference, '#', 1)
    order by entry_id desc`.execute(database)
  const entries = rows.slice(0, limit)
  const last = entries.at(-1)
  const hasMore = rows.length > limit && last !== undefined
  return {
    entries,
    next: hasMore ? { entryId: last.entryId, balance: last.balance - last.credits } : undefined,
  }
}
