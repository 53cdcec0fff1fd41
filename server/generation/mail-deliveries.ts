import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Services } from '../services.ts'

/** One mail to one address: the PDF of a generation, or the news that there will be none. */
export interface Delivery {
  generationId: string
  kind: 'ready' | 'failed'
  recipient: string
}

/** Writes down whom a generation is to be mailed to, each with a job of its own, in the caller's transaction. */
export async function queueDeliveries(
  services: Pick<Services, 'queue'>,
  transaction: Database,
  mails: { accountId: string; generationId: string; kind: Delivery['kind']; recipients: string[] },
): Promise<void> {
  const { accountId, generationId, kind, recipients } = mails
  await sql`
    insert into deliveries (generation_id, kind, recipient)
    select ${generationId}, ${kind}, recipient from unnest(${recipients}::text[]) as recipient`.execute(
    transaction,
  )
  const deliveries = recipients.map((recipient) => ({ generationId, kind, recipient }))
  await services.queue.sendMails(transaction, accountId, deliveries)
}

/** Counts one more attempt at a delivery. @returns false when there is nothing left to do for it. */
export async function beginDelivery(database: Database, delivery: Delivery): Promise<boolean> {
  const { rows } = await sql`
    update deliveries set attempts = attempts + 1, updated_at = now()
    where ${isDelivery(delivery)} and status = 'queued' returning 1`.execute(database)
  return rows.length === 1
}

/**
 * Writes down how an attempt ended. A delivery that has ended stays as it is, but for one thing: what was sent was
 * sent, whatever another attempt at it came to.
 * @param message What is to be seen of it; none: what was written last time stays.
 */
export async function markDelivery(
  database: Database,
  delivery: Delivery,
  status: 'queued' | 'sent' | 'failed',
  message?: string,
): Promise<void> {
  await sql`
    update deliveries set status = ${status}, updated_at = now(),
      message = case when ${status} = 'sent' then null else coalesce(${message ?? null}, message) end
    where ${isDelivery(delivery)} and (status = 'queued' or ${status} = 'sent')`.execute(database)
}

function isDelivery({ generationId, kind, recipient }: Delivery) {
  return sql`generation_id = ${generationId} and kind = ${kind} and recipient = ${recipient}`
}
