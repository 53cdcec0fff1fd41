import { takeTokens } from '../accounts/bucket.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../errors.ts'

/** Previews are free. Somebody who types without a rest asks for one a second. */
const PREVIEWS_PER_MINUTE = 120

/**
 * Takes one of the previews that an account may ask for, from a bucket that all processes share.
 * @throws {Refusal} `limit-reached` when it is empty.
 */
export async function takePreview(database: Database, accountId: string): Promise<void> {
  const wanted = { count: 1, perMinute: PREVIEWS_PER_MINUTE }
  const retryAfter = await takeTokens(database, 'preview_limits', accountId, wanted)
  if (retryAfter === 0) return
  throw new Refusal(
    'limit-reached',
    `There are at most ${PREVIEWS_PER_MINUTE} previews a minute. Please wait a moment.`,
    { retryAfter },
  )
}
