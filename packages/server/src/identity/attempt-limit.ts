import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/** Rate limit of attempts: a token bucket of `burst` tokens that refills at `perHour`. */
export interface AttemptLimit {
  burst: number
  perHour: number
}

/**
 * Takes one token from a bucket that all processes share.
 * @param subject name of the bucket: the kind of attempt and its origin, for instance an address. It is stored as
 * given.
 * @returns seconds until the next attempt is allowed; 0 when this one is.
 */
export async function takeAttempt(
  database: Database,
  subject: string,
  { burst, perHour }: AttemptLimit,
): Promise<number> {
  const { rows } = await sql<{ retryAfter: number }>`
    insert into attempt_limits as bucket (subject, tokens, granted, refilled_at, full_at)
    values (${subject}, ${burst}::float8 - 1, true, clock_timestamp(), clock_timestamp() + make_interval(secs => ${burst}::float8 * 3600 / ${perHour}::float8))
    on conflict (subject) do update set (tokens, granted, refilled_at, full_at) = (
      select filled - (filled >= 1)::int, filled >= 1, greatest(clock_timestamp(), bucket.refilled_at),
        clock_timestamp() + make_interval(secs => ${burst}::float8 * 3600 / ${perHour}::float8)
      from least(${burst}::float8, bucket.tokens
        + greatest(extract(epoch from clock_timestamp() - bucket.refilled_at), 0) * ${perHour}::float8 / 3600
      ) as filled)
    returning case when granted then 0 else ceil((1 - tokens) * 3600 / ${perHour}::float8) end::int
      as "retryAfter"`.execute(database)
  return rows[0]?.retryAfter ?? 0
}

/** Returns a token for an attempt that should not count. */
export async function returnAttempt(
  database: Database,
  subject: string,
  { burst }: AttemptLimit,
): Promise<void> {
  await sql`
    update attempt_limits set tokens = least(${burst}::float8, tokens + 1) where subject = ${subject}`.execute(
    database,
  )
}
