import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { one } from '../database/rows.ts'

/** Returns the number of mails that an account may still send today. Days are in UTC. */
export async function countRemainingMails(
  database: Database,
  accountId: string,
  perDay: number,
): Promise<{ left: number; secondsToMidnight: number }> {
  const { rows } = await sql<{ left: number; secondsToMidnight: number }>`
    select greatest(${perDay} - case when mails_on = today then mails else 0 end, 0) as left,
      ceil(extract(epoch from (today + 1)::timestamp - now() at time zone 'utc'))::int as "secondsToMidnight"
    from accounts, date(now() at time zone 'utc') as today
    where account_id = ${accountId}`.execute(database)
  return one(rows)
}
