import { sql } from 'kysely'
import type { LedgerKind } from '../accounts/credits.ts'
import type { Database } from '../database/database.ts'
import { type Page, pageOf } from '../database/pages.ts'

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
  /** Render whose pages the entry charges. */
  jobId: string | null
  /** Amount and receipt of the payment, for entries of the kinds `purchase`, `refund` and `dispute`. */
  amount: number | null
  currency: string | null
  receiptUrl: string | null
}

/** Pattern of a cursor of the ledger: the last entry of the page before, and the balance before that entry. */
export const LEDGER_CURSOR_PATTERN = '^[0-9]{1,15}[.]-?[0-9]{1,15}$'

/**
 * Returns a page of an account's ledger, the newest entry first. The cost does not depend on the length of the ledger.
 */
export async function listLedger(
  database: Database,
  { accountId, limit, cursor }: { accountId: string; limit: number; cursor?: string | undefined },
): Promise<Page<LedgerEntry>> {
  const [lastId = null, balance = null] = cursor?.split('.') ?? []
  const { rows } = await sql<LedgerEntry>`
    with page as (
      select entry_id, kind, credits, note, reference, created_at
      from credit_entries
      where account_id = ${accountId} and (${lastId}::bigint is null or entry_id < ${lastId})
      order by entry_id desc limit ${limit + 1}
    )
    select entry_id, kind, page.credits, page.created_at, note,
      coalesce(${balance}::bigint, accounts.credits) - coalesce(
        sum(page.credits) over (order by entry_id desc rows between unbounded preceding and 1 preceding), 0)::bigint as balance,
      case when kind = 'generation' then reference end as "jobId",
      amount, currency, receipt_url
    from page cross join (select credits from accounts where account_id = ${accountId}) accounts
      left join payments on kind in ('purchase', 'refund', 'dispute') and payment_id = split_part(reference, '#', 1)
    order by entry_id desc`.execute(database)
  return pageOf(rows, limit, (entry) => `${entry.entryId}.${entry.balance - entry.credits}`)
}
