import { csvLine } from '../csv.ts'
import type { Database } from '../database/database.ts'
import { type LedgerEntry, type LedgerCursor, listLedger } from './ledger.ts'

const ROWS_AT_ONCE = 1_000
const HEADINGS = ['entry', 'time', 'kind', 'credits', 'balance', 'generation', 'amount', 'currency', 'note']

/** Streams an account's ledger as CSV (RFC 4180), the newest entry first, in chunks of 1,000 rows. */
export async function* streamLedgerCsv(database: Database, accountId: string): AsyncGenerator<string> {
  yield csvLine(HEADINGS)
  for (let after: LedgerCursor | undefined; ;) {
    const { entries, next } = await listLedger(database, { accountId, limit: ROWS_AT_ONCE, after })
    yield entries.map((entry) => csvLine(cellsOf(entry))).join('')
    if (!next) return
    after = next
  }
}

function cellsOf(entry: LedgerEntry): (string | number | null)[] {
  const { entryId, createdAt, kind, credits, balance, generationId, amount, currency, note } = entry
  return [entryId, createdAt.toISOString(), kind, credits, balance, generationId, amount, currency, note]
}
