import { csvLine } from '../csv.ts'
import type { Database } from '../database/database.ts'
import { type LedgerEntry, listLedger } from './ledger.ts'

const ROWS_AT_ONCE = 1_000
const HEADINGS = ['entry', 'time', 'kind', 'credits', 'balance', 'generation', 'amount', 'currency', 'note']

/** Streams an account's ledger as CSV (RFC 4180), the newest entry first, in chunks of 1,000 rows. */
export async function* streamLedgerCsv(database: Database, accountId: string): AsyncGenerator<string> {
  yield csvLine(HEADINGS)
  for (let cursor: string | undefined; ;) {
    const { rows, nextCursor } = await listLedger(database, { accountId, limit: ROWS_AT_ONCE, cursor })
    yield rows.map((entry) => csvLine(cellsOf(entry))).join('')
    if (nextCursor === null) return
    cursor = nextCursor
  }
}

function cellsOf(entry: LedgerEntry): (string | number | null)[] {
  const { entryId, createdAt, kind, credits, balance, jobId, amount, currency, note } = entry
  return [entryId, createdAt.toISOString(), kind, credits, balance, jobId, amount, currency, note]
}
