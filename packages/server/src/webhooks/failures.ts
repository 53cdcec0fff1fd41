import { sql } from 'kysely'
import { type Database, inTransaction } from '../database/database.ts'
import type { AttemptOutcome, DeliveryAttempt } from './attempts.ts'
import { DISABLED, failPending } from './webhooks.ts'

/** Days without a success after which a failed delivery disables its webhook. */
export const FAILING_DAYS_MAX = 5
const GONE = 410

/**
 * Records for a webhook whether it is failing, and disables it when its server answered 410, or when all attempts at an
 * event failed and no attempt has succeeded for 5 days. Its pending deliveries then fail.
 * @param onDisabled runs in the transaction that disables the webhook.
 */
export async function recordOutcome(
  database: Database,
  attempt: Pick<DeliveryAttempt, 'webhookId' | 'updatedAt' | 'event'>,
  { status, responseStatus }: Pick<AttemptOutcome, 'status' | 'responseStatus'>,
  onDisabled: (transaction: Database) => Promise<void>,
): Promise<void> {
  const failed = status !== 'delivered'
  // Changes the row at the first failure and at the first success after it only. An attempt that started before a change
  // of the webhook does not count: it may have called the old URL.
  await sql`
    update webhooks set failing_since = case when ${failed} then now() end
    where webhook_id = ${attempt.webhookId} and updated_at = ${attempt.updatedAt} and (failing_since is null) = ${failed}`.execute(
    database,
  )
  if (responseStatus === GONE) return await disable(database, attempt, 'gone', onDisabled)
  if (status === 'failed' && attempt.event !== 'webhook.test')
    await disable(database, attempt, 'failing', onDisabled)
}

/** Disables a webhook, unless it was changed after the start of the attempt. */
async function disable(
  database: Database,
  { webhookId, updatedAt }: Pick<DeliveryAttempt, 'webhookId' | 'updatedAt'>,
  reason: 'gone' | 'failing',
  onDisabled: (transaction: Database) => Promise<void>,
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const { rows } = await sql`
      with disabled as (
        update webhooks set disabled_at = now(), disabled_reason = ${reason}
        where webhook_id = ${webhookId} and updated_at = ${updatedAt} and disabled_at is null
          and (${reason} = 'gone' or failing_since < now() - ${FAILING_DAYS_MAX} * interval '1 day')
        returning webhook_id
      ), ended as (${failPending(sql`disabled`, DISABLED)})
      select 1 from disabled`.execute(transaction)
    if (rows.length > 0) await onDisabled(transaction)
  })
}
