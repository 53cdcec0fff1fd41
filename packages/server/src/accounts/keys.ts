import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type Database, inTransaction } from '../database/database.ts'
import { oneOrNotFound } from '../database/rows.ts'
import { Refusal } from '@platen/template/refusal'
import { perMinute, secondsToTokens, spendTokens, takeTokensFrom } from './token-bucket.ts'

const KEY_BYTES = 32
const NAME_LENGTH_MAX = 100
// Enough for one key per program and environment, and few enough to list on one page.
const KEYS_MAX = 100
// Control characters and lone surrogates. They cannot be displayed, and PostgreSQL cannot store all of them.
const UNSHOWABLE = /[\p{Cc}\p{Cs}]/u
// Start of the name of the token bucket for the calls of an account with API keys.
const KEY_CALLS = 'key calls '
const KEY_PATTERN = /^tlfy_[A-Za-z0-9_-]{43}$/

/** Status of a key. A deactivated key stays `deactivated` after its expiry. */
export const KEY_STATUSES = ['active', 'deactivated', 'expired'] as const

export interface ApiKey {
  tokenId: string
  name: string
  lastFour: string
  status: (typeof KEY_STATUSES)[number]
  createdAt: Date
  expiresAt: Date | null
  lastUsedAt: Date | null
}

/** The account of a valid key, and its state at the time of the call. */
export interface AuthenticatedKey {
  accountId: string
  tokenId: string
  /** The key's name. */
  name: string
  suspended: boolean
  /** Seconds until the account's next token; 0 when this call has taken one. */
  retryAfter: number
}

/**
 * Creates an API key for an account. The raw `key` is returned only here. The database stores its SHA-256, which is
 * sufficient for 256 random bits.
 * @throws {Refusal} `invalid` for a name that is empty, too long or has control characters, and for an expiry in the
 * past; `limit-reached` when the account has the maximum number of keys.
 */
export async function createKey(
  database: Database,
  request: { accountId: string; name: string; expiresAt: Date | undefined },
): Promise<ApiKey & { key: string }> {
  const name = request.name.trim()
  if (name === '' || name.length > NAME_LENGTH_MAX || UNSHOWABLE.test(name)) {
    throw new Refusal(
      'invalid',
      `\`name\` must have 1 to ${NAME_LENGTH_MAX} characters and no control characters.`,
    )
  }
  if (request.expiresAt && request.expiresAt.getTime() <= Date.now()) {
    throw new Refusal(
      'invalid',
      `\`expiresAt\` must be in the future. ${request.expiresAt.toISOString()} is in the past.`,
    )
  }
  const key = `tlfy_${randomBytes(KEY_BYTES).toString('base64url')}`
  const created = await inTransaction(database, async (transaction) => {
    // Locks the account, so that concurrent calls cannot exceed the limit.
    await sql`select 1 from accounts where account_id = ${request.accountId} for no key update`.execute(
      transaction,
    )
    const { rows } = await sql<ApiKey>`
      insert into api_keys (account_id, name, key_hash, last_four, expires_at)
      select ${request.accountId}, ${name}, ${hashOf(key)}, ${key.slice(-4)}, ${request.expiresAt ?? null}
      where (select count(*) from api_keys where account_id = ${request.accountId}) < ${KEYS_MAX}
      returning ${COLUMNS}`.execute(transaction)
    return rows[0]
  })
  if (!created) {
    throw new Refusal(
      'limit-reached',
      `This account has ${KEYS_MAX} API keys, which is the limit. Delete a key before you create another.`,
    )
  }
  return { ...created, key }
}

/**
 * Activates or deactivates a key, from the next call on.
 * @throws {Refusal} `not-found` when the account has no such key.
 */
export async function setKeyActive(
  database: Database,
  { accountId, tokenId, active }: { accountId: string; tokenId: string; active: boolean },
): Promise<ApiKey> {
  const { rows } = await sql<ApiKey>`
    update api_keys set deactivated_at = case when ${active} then null else coalesce(deactivated_at, now()) end
    where token_id = ${tokenId} and account_id = ${accountId}
    returning ${COLUMNS}`.execute(database)
  return oneOrNotFound(rows, notFoundMessage(tokenId))
}

/**
 * Deletes a key.
 * @param accountId account that must own the key; without it, as for operators, a key of any account is deleted.
 * @throws {Refusal} `not-found` when the account has no such key.
 */
export async function deleteKey(database: Database, tokenId: string, accountId?: string): Promise<void> {
  const { rows } = await sql`
    delete from api_keys where token_id = ${tokenId} and account_id = coalesce(${accountId ?? null}, account_id)
    returning token_id`.execute(database)
  oneOrNotFound(rows, notFoundMessage(tokenId))
}

/** Returns the keys of an account, the oldest first. */
export async function listKeys(database: Database, accountId: string): Promise<ApiKey[]> {
  const { rows } = await sql<ApiKey>`
    select ${COLUMNS} from api_keys where account_id = ${accountId} order by created_at, token_id`.execute(
    database,
  )
  return rows
}

/**
 * Finds the account of `key` and takes one token from the account's bucket, in one statement without a cache. A key
 * that is deleted, deactivated or expired fails from the next call on. All processes share the bucket, which holds
 * `ratePerMinute` tokens and refills at that rate.
 * Writes `last_used_at` at most once a minute per key, to save a write on most calls.
 * @returns `undefined` when the key is not valid, whatever the reason, or its account is being deleted.
 */
export async function authenticateKey(
  database: Database,
  key: string,
  ratePerMinute: number,
): Promise<AuthenticatedKey | undefined> {
  if (!KEY_PATTERN.test(key)) return undefined
  const { rows } = await sql<AuthenticatedKey>`
    with holder as (
      select token_id, account_id, name, suspended_at is not null as suspended, last_used_at
      from api_keys join accounts using (account_id)
      where key_hash = ${hashOf(key)} and deactivated_at is null and (expires_at is null or expires_at > now())
        and deletion_at is null
    ), touched as (
      update api_keys set last_used_at = now() from holder
      where api_keys.token_id = holder.token_id
        and (holder.last_used_at is null or holder.last_used_at < now() - interval '1 minute')
    ), bucket as (
      ${takeTokensFrom(sql`select ${KEY_CALLS} || account_id from holder`, perMinute(ratePerMinute))}
    )
    select account_id, token_id, name, suspended,
      ${secondsToTokens(perMinute(ratePerMinute))} as "retryAfter"
    from holder, bucket`.execute(database)
  return rows[0]
}

/**
 * Counts a call of the dashboard against the rate limit of the account's API keys.
 * @throws {Refusal} `limit-reached` when no token is left.
 */
export async function countAsKeyCall(
  database: Database,
  accountId: string,
  ratePerMinute: number,
): Promise<void> {
  await spendTokens(database, KEY_CALLS + accountId, perMinute(ratePerMinute))
}

const COLUMNS = sql`token_id, name, last_four, created_at, expires_at, last_used_at,
  case when deactivated_at is not null then 'deactivated' when expires_at <= now() then 'expired' else 'active' end as status`

function notFoundMessage(tokenId: string): string {
  return `No API key has the token id ${tokenId}.`
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
