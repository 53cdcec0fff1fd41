import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { NoticeQueue } from '../accounts/notices.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { Refusal } from '@platen/template/refusal'
import { BUILT_IN_ISSUER } from './built-in.ts'

/** Days during which a requested deletion can be cancelled. */
export const DELETION_DAYS = 14

/**
 * Schedules the deletion of an account. Its API keys stop working, the sessions of members
 * without another account end (built-in identity), and a mail describes how to keep the account. Its data is removed after 14 days.
 * @param email address that the owner typed as confirmation.
 * @returns the time of the removal; unchanged when the deletion was already scheduled.
 * @throws {Refusal} `invalid` when `email` is not the account's address.
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
      returning deletion_at, began is null as "isNew"`.execute(transaction)
    const [account] = rows
    if (!account) throw new Refusal('invalid', 'This is not the e-mail address of your account.')
    if (account.isNew) {
      const notice = { noticeId: randomUUID(), kind: 'deletion' as const, accountId }
      await queue.send('notice', transaction, [{ data: notice }])
    }
    await endSessions(transaction, accountId)
    return account.deletionAt
  })
}

/**
 * Cancels the scheduled deletion of an account. Its API keys work again.
 * @throws {Refusal} `not-found` when the removal has started.
 */
export async function cancelAccountDeletion(database: Database, accountId: string): Promise<void> {
  const { rows } = await sql`
    update accounts set deletion_at = null
    where account_id = ${accountId} and (deletion_at is null or deletion_at > now()) returning 1`.execute(
    database,
  )
  if (rows.length === 0) throw new Refusal('not-found', 'This account is already being removed.')
}

/** Ends the sessions of the members who belong to no other account. */
async function endSessions(transaction: Database, accountId: string): Promise<void> {
  await sql`
    delete from identity_sessions using users
    where issuer = ${BUILT_IN_ISSUER} and identity_sessions.user_id::text = subject
      and exists (select from members where members.user_id = users.id and members.account_id = ${accountId})
      and not exists (
        select from members where members.user_id = users.id and members.account_id <> ${accountId})`.execute(
    transaction,
  )
}
