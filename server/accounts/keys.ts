import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { Refusal } from '../errors.ts'

const KEY_BYTES = 32
const KEY_PATTERN = /^tlfy_[A-Za-z0-9_-]{43}$/

export interface ApiKey {
  tokenId: string
  name: string
  lastFour: string
  createdAt: Date
  expiresAt: Date | null
  deactivatedAt: Date | null
  lastUsedAt: Date | null
}

/** Whom a key speaks for, and what its account may do right now. */
export interface KeyHolder {
  accountId: string
  suspended: boolean
  /** Seconds until the account's next token; 0 when this call has taken one. */
  retryAfter: number
}

/**
 * Makes a key for an account. The raw `key` is in the answer and nowhere else: only its SHA-256 is kept,
 * which is enough for 256 random bits.
 * @throws {Refusal} `invalid` for an empty or over-long name, or a time that is past.
 */
export async function createKey(
  database: Database,
  request: { accountId: string; name: string; expiresAt: Date | undefined },
): Promise<{ tokenId: string; name: string; key: string }> {
  const name = request.name.trim()
  if (name === '' || name.length > 100)
    throw new Refusal('invalid', 'A key needs a name of 1 to 100 characters.')
  if (request.expiresAt && request.expiresAt.getTime() <= Date.now()) {
    throw new Refusal('invalid', `The key would have expired already, at ${request.expiresAt.toISOString()}.`)
  }
  const key = `tlfy_${randomBytes(KEY_BYTES).toString('base64url')}`
  const { rows } = await sql<{ tokenId: string }>`
    insert into api_keys (account_id, name, key_hash, last_four, expires_at)
    values (${request.accountId}, ${name}, ${hashOf(key)}, ${key.slice(-4)}, ${request.expiresAt ?? null})
    returning token_id as "tokenId"`.execute(database)
  const [row] = rows
  if (!row) throw new Error('The database kept no key')
  return { tokenId: row.tokenId, name, key }
}

/** Removes a key for good. @throws {Refusal} `not-found`. */
export async function removeKey(database: Database, tokenId: string): Promise<void> {
  const { rows } = await sql`
    delete from api_keys where token_id = ${tokenId} returning token_id`.execute(database)
  if (rows.length === 0) throw new Refusal('not-found', `There is no key with the token id ${tokenId}.`)
}

/** The keys of an account, the oldest first. */
export async function listKeys(database: Database, accountId: string): Promise<ApiKey[]> {
  const { rows } = await sql<ApiKey>`
    select token_id as "tokenId", name, last_four as "lastFour", created_at as "createdAt",
      expires_at as "expiresAt", deactivated_at as "deactivatedAt", last_used_at as "lastUsedAt"
    from api_keys where account_id = ${accountId} order by created_at, token_id`.execute(database)
  return rows
}

/**
 * Finds whom `key` speaks for and takes one token of that account's bucket, in one statement and never from
 * a cache: a key that was revoked, deactivated or has expired fails on the very next call, and the bucket is
 * one for all processes. It holds `ratePerMinute` tokens and is refilled as steadily.
 *
 * `last_used_at` is written at most once a minute, so that a busy key does not cost a write a call.
 * @returns undefined for every key that is not valid, whatever the reason.
 */
export async function useKey(
  database: Database,
  key: string,
  ratePerMinute: number,
): Promise<KeyHolder | undefined> {
  if (!KEY_PATTERN.test(key)) return undefined
  const { rows } = await sql<KeyHolder>`
    with holder as (
      select token_id, account_id, suspended_at is not null as suspended, last_used_at
      from api_keys join accounts using (account_id)
      where key_hash = ${hashOf(key)} and deactivated_at is null and (expires_at is null or expires_at > now())
    ), touched as (
      update api_keys set last_used_at = now() from holder
      where api_keys.token_id = holder.token_id
        and (holder.last_used_at is null or holder.last_used_at < now() - interval '1 minute')
    ), bucket as (
      insert into rate_limits as bucket (account_id, tokens, granted, refilled_at)
      select account_id, ${ratePerMinute}::float8 - 1, true, clock_timestamp() from holder
      on conflict (account_id) do update set (tokens, granted, refilled_at) = (
        select filled - (filled >= 1)::int, filled >= 1, greatest(clock_timestamp(), bucket.refilled_at)
        from least(${ratePerMinute}::float8, bucket.tokens
          + greatest(extract(epoch from clock_timestamp() - bucket.refilled_at), 0) * ${ratePerMinute}::float8 / 60
        ) as filled)
      returning tokens, granted
    )
    select account_id as "accountId", suspended,
      case when granted then 0 else ceil((1 - tokens) * 60 / ${ratePerMinute}::float8) end::int as "retryAfter"
    from holder, bucket`.execute(database)
  return rows[0]
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
