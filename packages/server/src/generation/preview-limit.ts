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
 * Counts one preview of an account, across all processes. Previews are free, so they need a limit.
 * @throws {Refusal} `limit-reached` when the account exceeds its limit per minute or per UTC day.
 */
export async function takePreview(database: Database, accountId: string): Promise<void> {
  await spendTokens(database, `previews ${accountId}`, perMinute(PREVIEWS_PER_MINUTE), {
    refusal: (retryAfter) =>
      `An account may make ${PREVIEWS_PER_MINUTE} previews a minute. Try again in ${retryAfter} s.`,
  })
  const { count, dayEndsIn } = await countToday(database, accountId)
  if (count <= PREVIEWS_PER_DAY) return
  throw new Refusal(
    'limit-reached',
    `An account may make ${PREVIEWS_PER_DAY.toLocaleString('en')} previews a day. The limit resets at 00:00 UTC, ` +
      `in ${formatDuration(dayEndsIn)}. You can still generate documents with credits.`,
    { retryAfter: dayEndsIn },
  )
}

/** Increments the previews of the day. @returns their number, and the seconds until the end of the day. */
async function countToday(
  database: Database,
  accountId: string,
): Promise<{ count: number; dayEndsIn: number }> {
  const { rows } = await sql<{ count: number; dayEndsIn: number }>`
    insert into preview_limits as counted (account_id, day, previews)
    values (${accountId}, date(clock_timestamp() at time zone 'utc'), 1)
    on conflict (account_id) do update set day = excluded.day,
      previews = case when counted.day = excluded.day then least(counted.previews, ${PREVIEWS_PER_DAY}) else 0 end + 1
    returning previews as count,
      ceil(extract(epoch from (day + 1)::timestamp at time zone 'utc' - clock_timestamp()))::int as "dayEndsIn"
  `.execute(database)
  return one(rows)
}

function formatDuration(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
