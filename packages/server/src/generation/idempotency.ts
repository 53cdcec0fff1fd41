import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { one } from '../database/rows.ts'
import { Refusal } from '@platen/template/refusal'
import { failAbandoned, findCompleted, type Completed } from './generations.ts'

/** Idempotency key of a call with the hash of its body. A repeated call with the same key is not charged again. */
export interface Idempotency {
  key: string
  /** SHA-256 of the body. */
  requestHash: Buffer
}

/** The render that an idempotency key belongs to. */
export type PreviousCall = { isAsync: true; jobId: string } | { isAsync: false; completed: Completed }

interface KeyedCall {
  accountId: string
  idempotency?: Idempotency | undefined
}

/** Lifetime of an idempotency key, in hours. */
export const KEY_LIFETIME_HOURS = 24

const RETRY_AFTER_SECONDS = 1

/**
 * Returns the earlier call of the account with this key: a job, or a synchronous call that was charged. A synchronous
 * call that failed was not charged, and its key can be used again.
 * @returns `undefined` when the key is unused or absent.
 * @throws {Refusal} `conflict` when the body differs, or the earlier call is still in progress.
 */
export async function findPreviousCall(
  database: Database,
  keyed: KeyedCall,
): Promise<PreviousCall | undefined> {
  const { accountId, idempotency } = keyed
  if (!idempotency) return undefined
  const { rows } = await sql<{
    generationId: string
    isAsync: boolean
    status: string
    isSame: boolean
    isExpired: boolean
  }>`
    select generation_id, is_async, status,
      request_hash = ${idempotency.requestHash} as "isSame", reserved_until < now() as "isExpired"
    from idempotency_keys join generations using (generation_id)
    where idempotency_keys.account_id = ${accountId} and key = ${idempotency.key}
      and not ${isReusable()}`.execute(database)
  const [call] = rows
  if (!call) return undefined
  if (!call.isSame) {
    throw new Refusal(
      'conflict',
      'This Idempotency-Key was used with another body, or with an API key of the other mode (test or live). Use a new one.',
    )
  }
  if (call.isAsync) return { isAsync: true, jobId: call.generationId }
  const completed = call.status === 'completed' ? await findCompleted(database, call.generationId) : undefined
  if (completed) return { isAsync: false, completed }
  if (!call.isExpired) throw stillInProgress()
  // The process of the call died. Once the call has failed, it cannot be charged and its key can be used again.
  await failAbandoned(database, accountId)
  return await findPreviousCall(database, keyed)
}

/**
 * Binds the idempotency key of a call, if any, to the render that this transaction accepts.
 * @throws {Refusal} `conflict` when another call has used the key in the meantime.
 */
export async function bindKey(
  transaction: Database,
  { accountId, idempotency }: KeyedCall,
  generationId: string,
): Promise<void> {
  if (!idempotency) return
  const { rows } = await sql`
    insert into idempotency_keys (account_id, key, request_hash, generation_id)
    values (${accountId}, ${idempotency.key}, ${idempotency.requestHash}, ${generationId})
    on conflict (account_id, key) do update
      set request_hash = excluded.request_hash, generation_id = excluded.generation_id, created_at = now()
      where ${isReusable()}
    returning 1`.execute(transaction)
  if (rows.length === 0) throw stillInProgress()
}

/** Removes at most `countMax` expired keys. @returns the number of keys removed. */
export async function deleteExpiredKeys(database: Database, now: Date, countMax: number): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with old as (
      select generation_id from idempotency_keys
      where created_at < ${now}::timestamptz - ${KEY_LIFETIME_HOURS} * interval '1 hour'
      limit ${countMax} for update skip locked
    ), deleted as (
      delete from idempotency_keys using old where idempotency_keys.generation_id = old.generation_id returning 1
    )
    select count(*) as deleted from deleted`.execute(database)
  return one(rows).deleted
}

function stillInProgress(): Refusal {
  return new Refusal(
    'conflict',
    'A call with this Idempotency-Key is still in progress. Try again in a moment.',
    {
      retryAfter: RETRY_AFTER_SECONDS,
    },
  )
}

/** SQL condition: the row of `idempotency_keys` has expired or its call failed, so the key can be used again. */
function isReusable() {
  return sql`(idempotency_keys.created_at < now() - ${KEY_LIFETIME_HOURS} * interval '1 hour'
    or exists (select from generations call where call.generation_id = idempotency_keys.generation_id
      and call.status = 'failed' and not call.is_async))`
}
