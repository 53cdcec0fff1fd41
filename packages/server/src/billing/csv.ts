import { streamCsv } from '../csv.ts'
import type { Database } from '../database/database.ts'
import { type LedgerEntry, listLedger } from './ledger.ts'

/** Streams an account's ledger as CSV, the newest entry first. */
export function streamLedgerCsv(database: Database, accountId: string): AsyncGenerator<string> {
  return streamCsv(COLUMNS, (page) => listLedger(database, { accountId, ...page }))
}

const COLUMNS = {
  entry: (entry: LedgerEntry) => entry.entryId,
  time: (entry: LedgerEntry) => entry.createdAt.toISOString(),
  kind: (entry: LedgerEntry) => entry.kind,
  credits: (entry: LedgerEntry) => entry.credits,
  balance: (entry: LedgerEntry) => entry.balance,
  generation: (entry: LedgerEntry) => entry.jobId,
  amount: (entry: LedgerEntry) => entry.amount,
  currency: (entry: LedgerEntry) => entry.currency,
  note: (entry: LedgerEntry) => entry.note,
}
