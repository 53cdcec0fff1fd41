import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../packages/server/src/database/database.ts'
import { one } from '../../packages/server/src/database/rows.ts'

/**
 * Stores a webhook with a failed delivery, without a check of its address. Nothing listens at the address, and jobs send
 * no events to it.
 */
export async function storeWebhook(
  database: Database,
  accountId: string,
): Promise<{ webhookId: string; deliveryId: string }> {
  const { rows } = await sql<{ webhookId: string; deliveryId: string }>`
    with webhook as (
      insert into webhooks (account_id, url, events, salt)
      values (${accountId}, 'https://127.0.0.1/', '{credits.low}', ${randomBytes(16)}) returning webhook_id
    ), delivery as (
      insert into webhook_deliveries (account_id, webhook_id, event, status, next_attempt_at, ended_at)
      select ${accountId}, webhook_id, 'webhook.test', 'failed', null, now() from webhook returning delivery_id
    )
    select webhook_id, delivery_id from webhook, delivery`.execute(database)
  return one(rows)
}
