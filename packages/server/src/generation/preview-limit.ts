import { sql } from 'kysely'
import { takeTokens } from '../accounts/token-bucket.ts'
import type { Database } from '../database/database.ts'
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
  const tokens = { count: 1, perMinute: PREVIEWS_PER_MINUTE }
  const retryAfter = await takeTokens(database, 'preview_limits', accountId, tokens)
  if (retryAfter > 0) {
    throw new Refusal(
      'limit-reached',
      `An account may make ${PREVIEWS_PER_MINUTE} previews a minute. Try again in ${retryAfter} s.`,
      { retryAfter },
    )
  }
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
    update preview_limits set day = today,
      previews = case when day = today then least(previews, ${PREVIEWS_PER_DAY}) else 0 end + 1
    from date(clock_timestamp() at time zone 'utc') as today
    where account_id = ${accountId}
    returning previews as count,
      ceil(extract(epoch from (today + 1)::timestamp at time zone 'utc' - clock_timestamp()))::int as "dayEndsIn"
  `.execute(database)
  const [row] = rows
  if (!row) throw new Error(`Account ${accountId} has no row in preview_limits`)
  return row
}

function formatDuration(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
