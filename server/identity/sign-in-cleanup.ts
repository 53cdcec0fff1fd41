import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

// Longer than any link that could still confirm the address.
const UNVERIFIED_KEPT_DAYS = 7
// Longer than any token that it has signed.
const KEY_KEPT_DAYS = 2

/**
 * Removes what is over of the built-in identity: sessions, programs that nobody let in, what was sent by mail, keys, those who signed up and never
 * showed that their address is theirs, and counts of attempts that are full again.
 * @returns how many rows went.
 */
export async function deleteExpiredSignIns(database: Database, now: Date): Promise<number> {
  const { rows } = await sql<{ forgotten: number }>`
    with sessions as (delete from identity_sessions where expires_at < ${now} returning 1),
      devices as (delete from identity_devices where expires_at < ${now} returning 1),
      links as (delete from identity_verifications where expires_at < ${now} returning 1),
      keys as (
        delete from identity_keys
        where expires_at < ${now}::timestamptz - ${KEY_KEPT_DAYS} * interval '1 day' returning 1),
      users as (
        delete from identity_users where not email_verified
          and created_at < ${now}::timestamptz - ${UNVERIFIED_KEPT_DAYS} * interval '1 day' returning 1),
      attempts as (delete from attempt_limits where full_at < ${now} returning 1)
    select (select count(*) from sessions) + (select count(*) from devices) + (select count(*) from links) + (select count(*) from keys)
      + (select count(*) from users) + (select count(*) from attempts) as forgotten`.execute(database)
  return rows[0]?.forgotten ?? 0
}
