import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { Refusal } from '../errors.ts'

/**
 * Takes one of the calls that an account's programs may make, for a call that is made in their place.
 * @throws {Refusal} `limit-reached` when there is none left.
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
      ${takenByHolder(ratePerMinute)}
    )
    select ${secondsToNext(ratePerMinute)} as "retryAfter" from bucket`.execute(database)
  const retryAfter = rows[0]?.retryAfter ?? 0
  if (retryAfter > 0) throw tooManyCalls(retryAfter)
}

/** Takes a token of the bucket that all processes share, within a statement whose `holder` has the `account_id`. */
export function takenByHolder(ratePerMinute: number): RawBuilder<unknown> {
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

/** Of what `takenByHolder` returns: seconds until the account's next token; 0 when this call has taken one. */
export function secondsToNext(ratePerMinute: number): RawBuilder<number> {
  return sql`case when granted then 0 else ceil((1 - tokens) * 60 / ${ratePerMinute}::float8) end::int`
}

/** The answer to a call too many. @param retryAfter in seconds. */
export function tooManyCalls(retryAfter: number): Refusal {
  return new Refusal('limit-reached', 'Too many calls. Please wait and try again.', { retryAfter })
}
