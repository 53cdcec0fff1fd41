import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { hashOf, type KeyScope } from './keys.ts'
import { perMinute, secondsToTokens, spendTokens, takeTokensFrom } from './token-bucket.ts'

// Start of the name of the token bucket for the calls of an account with API keys.
const KEY_CALLS = 'key calls '
const KEY_PATTERN = /^tlfy_(?:test_)?[A-Za-z0-9_-]{43}$/

/** The account of a valid key, and its state at the time of the call. */
export interface AuthenticatedKey {
  accountId: string
  tokenId: string
  /** The key's name. */
  name: string
  isTest: boolean
  scopes: KeyScope[]
  suspended: boolean
  /** True when the account keeps the bodies of its calls in the request log. */
  keepsBodies: boolean
  /** Seconds until the account's next token; 0 when this call has taken one. */
  retryAfter: number
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
      select token_id, account_id, name, is_test, scopes, suspended_at is not null as suspended,
        keeps_request_bodies, last_used_at
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
    select account_id, token_id, name, is_test, scopes, suspended, keeps_request_bodies as "keepsBodies",
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
