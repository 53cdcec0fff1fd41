import { sql } from 'kysely'
import { type Database, inTransaction } from '../database/database.ts'
import { oneOrNotFound } from '../database/rows.ts'
import { Refusal } from '@platen/template/refusal'
import type { Plan } from './accounts.ts'

/** Database, and the limit of stored bytes for accounts on the default plan. */
export interface StorageLimits {
  database: Database
  settings: { storedBytesMax: number }
}

/** Returns the bytes that an account stores, and its limit; `null` without a limit. */
export async function findStorageUsage(
  { database, settings: { storedBytesMax } }: StorageLimits,
  accountId: string,
): Promise<{ bytes: number; limit: number | null }> {
  const { bytes, plan } = await findStoredBytes(database, accountId)
  return { bytes, limit: plan === 'default' ? storedBytesMax : null }
}

interface StoredBytes {
  bytes: number
  plan: Plan
}

/**
 * Runs `change`, which adds or replaces stored objects of an account, in a transaction. The transaction locks the
 * account's row, so counts and sums in it are exact. Changes that add no bytes also succeed above the limit.
 * @throws {Refusal} `limit-reached` when the account would store more bytes than its plan allows. The change is rolled
 * back.
 */
export async function withStorageLimit<Result>(
  { database, settings: { storedBytesMax } }: StorageLimits,
  accountId: string,
  change: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  return await withAccountLock(database, accountId, async (transaction) => {
    const before = await findStoredBytes(transaction, accountId)
    const result = await change(transaction)
    const { bytes, plan } = await findStoredBytes(transaction, accountId)
    if (bytes > before.bytes && bytes > storedBytesMax && plan === 'default')
      throw overLimit(bytes, storedBytesMax)
    return result
  })
}

/**
 * Runs `work` in a transaction that locks the account's row. Every change of stored objects locks in this order,
 * account before object, because triggers update the account's sum.
 */
export async function withAccountLock<Result>(
  database: Database,
  accountId: string,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  return await inTransaction(database, async (transaction) => {
    await sql`select 1 from accounts where account_id = ${accountId} for no key update`.execute(transaction)
    return await work(transaction)
  })
}

async function findStoredBytes(database: Database, accountId: string): Promise<StoredBytes> {
  const { rows } = await sql<StoredBytes>`
    select stored_bytes as bytes, plan from accounts where account_id = ${accountId}`.execute(database)
  return oneOrNotFound(rows, 'This account does not exist.')
}

function overLimit(bytes: number, bytesMax: number): Refusal {
  const [needed, limit] = [bytes, bytesMax].map((count) => count.toLocaleString('en'))
  return new Refusal(
    'limit-reached',
    `The account would store ${needed} bytes of templates, partials and assets, with all their versions. ` +
      `The limit of its plan is ${limit} bytes. Delete some that you do not need, or ask the operator for another plan.`,
  )
}
