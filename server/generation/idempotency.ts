import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { Refusal } from '../errors.ts'
import { failAbandoned, findCompleted, type Completed } from './generations.ts'

/** How a caller names a call so that it can repeat it without paying twice. */
export interface Idempotency {
  key: string
  /** SHA-256 of the body. */
  requestHash: Buffer
}

/** What a key already stands for. */
export type PreviousCall = { isAsync: true; jobId: string } | { isAsync: false; completed: Completed }

interface Keyed {
  accountId: string
  idempotency?: Idempotency | undefined
}

/** How long a key stands for its call, in hours. */
export const KEY_LIFETIME_HOURS = 24

const RETRY_AFTER_SECONDS = 1

/**
 * The call for which the account has used this key before: a job, or a synchronous call that was charged. One that
 * failed has cost nothing and leaves its key free.
 * @throws {Refusal} `conflict` when the body was another one, or the call is still under way.
 */
export async function findPreviousCall(database: Database, keyed: Keyed): Promise<PreviousCall | undefined> {
  const { accountId, idempotency } = keyed
  if (!idempotency) return undefined
  const { rows } = await sql<{
    generationId: string
    isAsync: boolean
    status: string
    isSame: boolean
    isOver: boolean
  }>`
    select generation_id as "generationId", is_async as "isAsync", status,
      request_hash = ${idempotency.requestHash} as "isSame", reserved_until < now() as "isOver"
    from idempotency_keys join generations using (generation_id)
    where idempotency_keys.account_id = ${accountId} and key = ${idempotency.key}
      and not ${isFree()}`.execute(database)
  const [call] = rows
  if (!call) return undefined
  if (!call.isSame) {
    throw new Refusal('conflict', 'This Idempotency-Key was used with another body. Please use a new one.')
  }
  if (call.isAsync) return { isAsync: true, jobId: call.generationId }
  const completed = call.status === 'completed' ? await findCompleted(database, call.generationId) : undefined
  if (completed) return { isAsync: false, completed }
  if (!call.isOver) throw underWay()
  // Its process died. Once it has failed, by us or by who was quicker, it can no longer be charged and its key is free.
  await failAbandoned(database, accountId)
  return await findPreviousCall(database, keyed)
}

/**
 * Binds the caller's key, if there is one, to the generation that is about to be accepted in this transaction.
 * @throws {Refusal} `conflict` when another call has taken it meanwhile.
 */
export async function takeKey(
  transaction: Database,
  { accountId, idempotency }: Keyed,
  generationId: string,
): Promise<void> {
  if (!idempotency) return
  const { rows } = await sql`
    insert into idempotency_keys (account_id, key, request_hash, generation_id)
    values (${accountId}, ${idempotency.key}, ${idempotency.requestHash}, ${generationId})
    on conflict (account_id, key) do update
      set request_hash = excluded.request_hash, generation_id = excluded.generation_id, created_at = now()
      where ${isFree()}
    returning 1`.execute(transaction)
  if (rows.length === 0) throw underWay()
}

/** Removes up to so many of the keys that stand for nothing any more. @returns how many. */
export async function deleteExpiredKeys(database: Database, now: Date, countMax: number): Promise<number> {
  const { rows } = await sql<{ forgotten: number }>`
    with old as (
      select generation_id from idempotency_keys
      where created_at < ${now}::timestamptz - ${KEY_LIFETIME_HOURS} * interval '1 hour'
      limit ${countMax} for update skip locked
    ), forgotten as (
      delete from idempotency_keys using old where idempotency_keys.generation_id = old.generation_id returning 1
    )
    select count(*) as forgotten from forgotten`.execute(database)
  return rows[0]?.forgotten ?? 0
}

function underWay(): Refusal {
  return new Refusal('conflict', 'A call with this Idempotency-Key is still under way. Please ask again.', {
    retryAfter: RETRY_AFTER_SECONDS,
  })
}

/** Whether a row of `idempotency_keys` no longer keeps anybody from its key. */
function isFree() {
  return sql`(idempotency_keys.created_at < now() - ${KEY_LIFETIME_HOURS} * interval '1 hour'
    or exists (select from generations call where call.generation_id = idempotency_keys.generation_id
      and call.status = 'failed' and not call.is_async))`
}
