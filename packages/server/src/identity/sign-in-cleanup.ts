import { sql } from 'kysely'
import { isFullBucket } from '../accounts/token-bucket.ts'
import type { Database } from '../database/database.ts'
import { one } from '../database/rows.ts'

// Longer than the lifetime of any link that can verify the address.
const UNVERIFIED_KEPT_DAYS = 7
// Longer than the lifetime of any token that the key has signed.
const KEY_KEPT_DAYS = 2

/**
 * Deletes expired data of the built-in identity: sessions, device codes, mail links, keys, users who never verified
 * their address, and full token buckets.
 * @returns the number of deleted rows.
 */
export async function deleteExpiredSignIns(database: Database, now: Date): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with sessions as (delete from identity_sessions where expires_at < ${now} returning 1),
      devices as (delete from identity_devices where expires_at < ${now} returning 1),
      links as (delete from identity_verifications where expires_at < ${now} returning 1),
      keys as (
        delete from identity_keys
        where expires_at < ${now}::timestamptz - ${KEY_KEPT_DAYS} * interval '1 day' returning 1),
      users as (
        delete from identity_users where not email_verified
          and created_at < ${now}::timestamptz - ${UNVERIFIED_KEPT_DAYS} * interval '1 day' returning 1),
      attempts as (delete from token_buckets where ${isFullBucket(now)} returning 1)
    select (select count(*) from sessions) + (select count(*) from devices) + (select count(*) from links) + (select count(*) from keys)
      + (select count(*) from users) + (select count(*) from attempts) as deleted`.execute(database)
  return one(rows).deleted
}
