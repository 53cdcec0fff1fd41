import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { type Database, inTransaction } from '../database/database.ts'
import type { JobSender } from '../database/job-sender.ts'
import { one } from '../database/rows.ts'
import type { WebhookJob } from '../webhooks/deliveries.ts'
import { storeEvents } from '../webhooks/events.ts'
import type { Notice } from './notices.ts'

const QUEUED_AT_ONCE = 100

/**
 * Returns SQL for the balance at which the next notice is sent, for a statement on `accounts`: the threshold that the
 * account chose, otherwise 10 % of `credits` and at least 1. It is null when notices are off, or when the balance is
 * not above the threshold.
 * @param credits balance of the account.
 * @param below threshold of the account, when the statement changes it.
 */
export function noticeThreshold(
  credits: RawBuilder<unknown>,
  below: RawBuilder<unknown> = sql`notice_below`,
): RawBuilder<unknown> {
  const threshold = sql`coalesce(${below}, greatest((${credits}) / 10, 1))`
  return sql`case when ${threshold} > 0 and ${credits} > ${threshold} then ${threshold} end`
}

/** Sets the threshold of low-credit notices: `null` for the automatic one (10 %), 0 for no notices. */
export async function setLowCreditNotice(
  database: Database,
  accountId: string,
  below: number | null,
): Promise<void> {
  await sql`
    update accounts set notice_below = ${below}, notice_at = ${noticeThreshold(sql`credits`, sql`${below}::bigint`)}
    where account_id = ${accountId}`.execute(database)
}

/**
 * Queues a mail and the event `credits.low` to each account whose credits are low. An account gets the next ones only
 * after credits were added. A scheduled job runs this, so calls do not wait for it.
 * @returns the number of queued mails.
 */
export async function queueLowCreditNotices(
  database: Database,
  queue: JobSender<{ notice: Notice; webhook: WebhookJob }>,
): Promise<number> {
  return await inTransaction(database, async (transaction) => {
    const { rows } = await sql<{ accountId: string; deliveryIds: string[] }>`
      with low as (
        select account_id, notice_at from accounts where credits <= notice_at limit ${QUEUED_AT_ONCE}
        for update skip locked
      ), noticed as (
        update accounts set notice_at = null from low where accounts.account_id = low.account_id
        returning accounts.account_id, null::uuid as generation_id,
          json_build_object('credits', json_build_object('credits', credits, 'reserved', reserved,
            'available', credits - reserved, 'threshold', low.notice_at)) as data
      ), ${storeEvents('credits.low', sql`select account_id, generation_id, data from noticed`)}
      select account_id, array(select delivery_id from event where event.account_id = noticed.account_id) as delivery_ids
      from noticed`.execute(transaction)
    const notices = rows.map(({ accountId }) => ({
      data: { noticeId: randomUUID(), kind: 'low-credits' as const, accountId },
    }))
    await queue.send('notice', transaction, notices)
    const deliveries = rows.flatMap(({ accountId, deliveryIds }) =>
      deliveryIds.map((deliveryId) => ({ accountId, data: { deliveryId } })),
    )
    if (deliveries.length > 0) await queue.send('webhook', transaction, deliveries)
    return rows.length
  })
}

/** Returns the threshold of an account's low-credit notices. */
export async function findLowCreditNotice(
  database: Database,
  accountId: string,
): Promise<{ below: number | null }> {
  const { rows } = await sql<{ below: number | null }>`
    select notice_below as below from accounts where account_id = ${accountId}`.execute(database)
  return one(rows)
}
