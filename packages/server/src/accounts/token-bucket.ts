import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/** Table with the token buckets of free work, one row per account, shared by all processes. */
export type TokenBucketTable = 'preview_limits' | 'dry_run_limits'

/**
 * Takes tokens from an account's bucket. The bucket starts full and refills within a minute.
 * @param amount `count`: number of tokens, at most `perMinute`.
 * @returns seconds until enough tokens are available; 0 when they were taken.
 */
export async function takeTokens(
  database: Database,
  bucket: TokenBucketTable,
  accountId: string,
  { count, perMinute }: { count: number; perMinute: number },
): Promise<number> {
  const { rows } = await sql<{ retryAfter: number }>`
    insert into ${sql.table(bucket)} as bucket (account_id, tokens, granted, refilled_at)
    values (${accountId}, ${perMinute}::float8 - ${count}, true, clock_timestamp())
    on conflict (account_id) do update set (tokens, granted, refilled_at) = (
      select filled - case when filled >= ${count} then ${count} else 0 end, filled >= ${count},
        greatest(clock_timestamp(), bucket.refilled_at)
      from least(${perMinute}::float8, bucket.tokens
        + greatest(extract(epoch from clock_timestamp() - bucket.refilled_at), 0) * ${perMinute}::float8 / 60
      ) as filled)
    returning case when granted then 0
      else ceil((${count} - tokens) * 60 / ${perMinute}::float8) end::int as "retryAfter"`.execute(database)
  return rows[0]?.retryAfter ?? 0
}
