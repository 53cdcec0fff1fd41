import { sql } from 'kysely'
import { perMinute, spendTokens } from '../accounts/token-bucket.ts'
import type { Database } from '../database/database.ts'
import { one } from '../database/rows.ts'
import { Refusal } from '@platen/template/refusal'

/** The editor requests a preview at each pause in typing, at most about one per second. */
const PREVIEWS_PER_MINUTE = 120
/** Enough for a user who edits templates for 8 hours. */
const PREVIEWS_PER_DAY = 10_000

/**
 * Counts previews, or pages of test calls, of an account, across all processes. They are free, so they need a limit.
 * @throws {Refusal} `limit-reached` when the account exceeds its limit per minute or per UTC day.
 */
export async function takePreviews(database: Database, accountId: string, count = 1): Promise<void> {
  await spendTokens(database, `previews ${accountId}`, perMinute(PREVIEWS_PER_MINUTE), {
    count,
    refusal: (retryAfter) =>
      `An account may make ${PREVIEWS_PER_MINUTE} previews and test pages a minute. Try again in ${retryAfter} s.`,
  })
  const { total, dayEndsIn } = await countToday(database, accountId, count)
  if (total <= PREVIEWS_PER_DAY) return
  throw new Refusal(
    'limit-reached',
    `An account may make ${PREVIEWS_PER_DAY.toLocaleString('en')} previews and test pages a day. The limit resets at 00:00 UTC, ` +
      `in ${formatDuration(dayEndsIn)}. Calls with a live API key are not limited.`,
    { retryAfter: dayEndsIn },
  )
}

/** Adds to the previews of the day. @returns their number, and the seconds until the end of the day. */
async function countToday(
  database: Database,
  accountId: string,
  count: number,
): Promise<{ total: number; dayEndsIn: number }> {
  const { rows } = await sql<{ total: number; dayEndsIn: number }>`
    insert into preview_limits as counted (account_id, day, previews)
    values (${accountId}, date(clock_timestamp() at time zone 'utc'), ${count})
    on conflict (account_id) do update set day = excluded.day,
      previews = case when counted.day = excluded.day then least(counted.previews, ${PREVIEWS_PER_DAY}) else 0 end + ${count}
    returning previews as total,
      ceil(extract(epoch from (day + 1)::timestamp at time zone 'utc' - clock_timestamp()))::int as "dayEndsIn"
  `.execute(database)
  return one(rows)
}

function formatDuration(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
