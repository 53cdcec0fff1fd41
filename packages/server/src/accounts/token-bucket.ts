import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { one } from '../database/rows.ts'
import { Refusal } from '@platen/template/refusal'

const KEPT_DAYS = 1

/**
 * Size and refill rate of a token bucket. All processes share the bucket. It starts full and must refill within a day,
 * because buckets without a use for longer are deleted.
 */
export interface TokenBucket {
  capacity: number
  perHour: number
}

/** Returns the bucket that allows `count` uses a minute. */
export function perMinute(count: number): TokenBucket {
  return { capacity: count, perHour: count * 60 }
}

/**
 * Returns SQL that takes `count` tokens from each bucket whose name is a row of `subjects`. It returns `tokens` and
 * `granted`.
 * @param subjects query for one column, the name of a bucket: the kind of use and its origin, such as an account. The
 * names are stored as given.
 */
export function takeTokensFrom(
  subjects: RawBuilder<unknown>,
  { capacity, perHour }: TokenBucket,
  count = 1,
): RawBuilder<unknown> {
  if (capacity > perHour * 24 * KEPT_DAYS) throw new Error('A token bucket must refill within a day.')
  return sql`
    insert into token_buckets as bucket (subject, tokens, granted, refilled_at)
    select subject, ${capacity}::float8 - ${count}, true, clock_timestamp() from (${subjects}) as subjects (subject)
    on conflict (subject) do update set (tokens, granted, refilled_at) = (
      select filled - case when filled >= ${count} then ${count} else 0 end, filled >= ${count},
        greatest(clock_timestamp(), bucket.refilled_at)
      from least(${capacity}::float8, bucket.tokens
        + greatest(extract(epoch from clock_timestamp() - bucket.refilled_at), 0) * ${perHour}::float8 / 3600
      ) as filled)
    returning tokens, granted`
}

/** Returns SQL for the seconds until `count` tokens are available, from the result of `takeTokensFrom`; 0 when granted. */
export function secondsToTokens({ perHour }: TokenBucket, count = 1): RawBuilder<number> {
  return sql`case when granted then 0 else ceil((${count} - tokens) * 3600 / ${perHour}::float8) end::int`
}

/**
 * Takes tokens from a bucket.
 * @param count number of tokens, at most the capacity.
 * @returns seconds until enough tokens are available; 0 when they were taken.
 */
export async function takeTokens(
  database: Database,
  subject: string,
  bucket: TokenBucket,
  count = 1,
): Promise<number> {
  const { rows } = await sql<{ retryAfter: number }>`
    with bucket as (${takeTokensFrom(sql`select ${subject}`, bucket, count)})
    select ${secondsToTokens(bucket, count)} as "retryAfter" from bucket`.execute(database)
  return one(rows).retryAfter
}

/**
 * Takes tokens from a bucket, or rejects the call.
 * @param options.refusal message of the error. Default: the message of the rate limit.
 * @throws {Refusal} `limit-reached`, with `retryAfter`.
 */
export async function spendTokens(
  database: Database,
  subject: string,
  bucket: TokenBucket,
  options: { count?: number; refusal?: (retryAfter: number) => string } = {},
): Promise<void> {
  const retryAfter = await takeTokens(database, subject, bucket, options.count)
  if (retryAfter > 0) throw limitReached(retryAfter, options.refusal?.(retryAfter))
}

/** Returns the error for a call without a token. @param retryAfter in seconds. */
export function limitReached(
  retryAfter: number,
  message = 'Too many calls. Please wait and try again.',
): Refusal {
  return new Refusal('limit-reached', message, { retryAfter })
}

/** Returns a token for a use that should not count. */
export async function returnToken(
  database: Database,
  subject: string,
  { capacity }: TokenBucket,
): Promise<void> {
  await sql`
    update token_buckets set tokens = least(${capacity}::float8, tokens + 1)
    where subject = ${subject}`.execute(database)
}

/** Returns SQL for a condition on full buckets: no bucket takes longer than a day to refill. */
export function isFullBucket(now: Date): RawBuilder<boolean> {
  return sql`refilled_at < ${now}::timestamptz - ${KEPT_DAYS} * interval '1 day'`
}
