import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { NoticeQueue } from '../accounts/notices.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { Refusal } from '../errors.ts'
import { BUILT_IN_ISSUER } from './built-in.ts'

/** Days for which a deletion can be cancelled. */
export const DELETION_DAYS = 14

/**
 * Schedules the deletion of an account: its API keys stop working, all its sessions of the built-in identity end, and a
 * mail explains how to cancel. Nothing is deleted for 14 days.
 *
 * @param email confirmation that the owner has typed
 * @returns date of the deletion; unchanged when it was already scheduled
 * @throws {Refusal} `invalid` when `email` is not the account's address
 */
export async function scheduleAccountDeletion(
  { database, queue }: { database: Database; queue: NoticeQueue },
  accountId: string,
  email: string,
): Promise<Date> {
  return await inTransaction(database, async (transaction) => {
    const { rows } = await sql<{ deletionAt: Date; isNew: boolean }>`
      update accounts set deletion_at = coalesce(deletion_at,
        date_trunc('seconds', now()) + ${DELETION_DAYS} * interval '1 day')
      from (select deletion_at as began from accounts where account_id = ${accountId} for update) before
      where account_id = ${accountId} and lower(email) = lower(${email.trim()})
      returning deletion_at as "deletionAt", began is null as "isNew"`.execute(transaction)
    const [leaving] = rows
    if (!leaving) throw new Refusal('invalid', 'This is not the e-mail address of your account.')
    if (leaving.isNew) {
      await queue.sendNotice(transaction, { noticeId: randomUUID(), kind: 'deletion', accountId })
    }
    await endSessions(transaction, accountId)
    return leaving.deletionAt
  })
}

/**
 * Cancels a scheduled deletion. API keys work again.
 *
 * @throws {Refusal} `not-found` when it is too late
 */
export async function cancelAccountDeletion(database: Database, accountId: string): Promise<void> {
  const { rows } = await sql`
    update accounts set deletion_at = null
    where account_id = ${accountId} and (deletion_at is null or deletion_at > now()) returning 1`.execute(
    database,
  )
  if (rows.length === 0) throw new Refusal('not-found', 'This account is being removed already.')
}

async function endSessions(transaction: Database, accountId: string): Promise<void> {
  await sql`
    delete from identity_sessions using people
    where account_id = ${accountId} and issuer = ${BUILT_IN_ISSUER} and user_id::text = subject`.execute(
    transaction,
  )
}
