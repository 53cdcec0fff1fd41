import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { Refusal } from '@platen/template/refusal'

/**
 * Counts a call of the dashboard against the rate limit of the account's API keys.
 * @throws {Refusal} `limit-reached` when no token is left.
 */
export async function takeCallToken(
  database: Database,
  accountId: string,
  ratePerMinute: number,
): Promise<void> {
  const { rows } = await sql<{ retryAfter: number }>`
    with holder as (
      select ${accountId}::uuid as account_id
    ), bucket as (
      ${takeHolderToken(ratePerMinute)}
    )
    select ${secondsToNextToken(ratePerMinute)} as "retryAfter" from bucket`.execute(database)
  const retryAfter = rows[0]?.retryAfter ?? 0
  if (retryAfter > 0) throw rateLimitExceeded(retryAfter)
}

/**
 * Returns SQL that takes one token from the bucket shared by all processes. The statement must have a `holder` with the
 * `account_id`.
 */
export function takeHolderToken(ratePerMinute: number): RawBuilder<unknown> {
  return sql`
    insert into rate_limits as bucket (account_id, tokens, granted, refilled_at)
    select account_id, ${ratePerMinute}::float8 - 1, true, clock_timestamp() from holder
    on conflict (account_id) do update set (tokens, granted, refilled_at) = (
      select filled - (filled >= 1)::int, filled >= 1, greatest(clock_timestamp(), bucket.refilled_at)
      from least(${ratePerMinute}::float8, bucket.tokens
        + greatest(extract(epoch from clock_timestamp() - bucket.refilled_at), 0) * ${ratePerMinute}::float8 / 60
      ) as filled)
    returning tokens, granted`
}

/**
 * Returns SQL for the seconds until the account's next token, from the result of `takeHolderToken`; 0 when this call took
 * one.
 */
export function secondsToNextToken(ratePerMinute: number): RawBuilder<number> {
  return sql`case when granted then 0 else ceil((1 - tokens) * 60 / ${ratePerMinute}::float8) end::int`
}

/** Returns the error for a call above the rate limit. @param retryAfter in seconds. */
export function rateLimitExceeded(retryAfter: number): Refusal {
  return new Refusal('limit-reached', 'Too many calls. Please wait and try again.', { retryAfter })
}
