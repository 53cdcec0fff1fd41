import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { type Database, inTransaction } from '../database/database.ts'
import type { NoticeQueue } from './notices.ts'

const QUEUED_AT_ONCE = 100

/**
 * Returns SQL for the balance of the next notice: the account's choice, else a tenth of `credits`, at least one. Null
 * when the account disabled notices, or when its balance is already at or below that value: it has to fall to it.
 *
 * @param credits balance of the account; `below`: its new choice, when it is about to change
 */
export function noticeAt(
  credits: RawBuilder<unknown>,
  below: RawBuilder<unknown> = sql`notice_below`,
): RawBuilder<unknown> {
  const threshold = sql`coalesce(${below}, greatest((${credits}) / 10, 1))`
  return sql`case when ${threshold} > 0 and ${credits} > ${threshold} then ${threshold} end`
}

/** Sets the balance at which an account gets a notice: `null` for the default, 0 for never. */
export async function setLowCreditNotice(
  database: Database,
  accountId: string,
  below: number | null,
): Promise<void> {
  await sql`
    update accounts set notice_below = ${below}, notice_at = ${noticeAt(sql`credits`, sql`${below}::bigint`)}
    where account_id = ${accountId}`.execute(database)
}

/**
 * Queues a mail to each account whose credits have become low. The next mail comes only after credits were added. A
 * periodic statement does this, so calls are not slowed down.
 *
 * @returns number of mails
 */
export async function queueLowCreditNotices(database: Database, queue: NoticeQueue): Promise<number> {
  return await inTransaction(database, async (transaction) => {
    const { rows } = await sql<{ accountId: string }>`
      with low as (
        select account_id from accounts where credits <= notice_at limit ${QUEUED_AT_ONCE}
        for update skip locked
      )
      update accounts set notice_at = null from low where accounts.account_id = low.account_id
      returning accounts.account_id as "accountId"`.execute(transaction)
    for (const { accountId } of rows) {
      await queue.sendNotice(transaction, { noticeId: randomUUID(), kind: 'low-credits', accountId })
    }
    return rows.length
  })
}

/** Returns the account's setting for notices of low credits. */
export async function findLowCreditNotice(
  database: Database,
  accountId: string,
): Promise<{ below: number | null }> {
  const { rows } = await sql<{ below: number | null }>`
    select notice_below as below from accounts where account_id = ${accountId}`.execute(database)
  return rows[0] ?? { below: null }
}
