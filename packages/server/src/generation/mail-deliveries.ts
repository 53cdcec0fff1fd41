import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Services } from '../services.ts'

/** One mail to one recipient: the PDF of a render, or a message that the render failed. */
export interface MailDelivery {
  generationId: string
  kind: 'ready' | 'failed'
  recipient: string
}

/** Stores the mails of a render and queues a job for each of them and for each delivery of its event, in the transaction of the caller. */
export async function queueDeliveries(
  services: Pick<Services, 'queue'>,
  transaction: Database,
  ended: {
    accountId: string
    generationId: string
    kind: MailDelivery['kind']
    recipients: string[]
    /** Deliveries of its event to webhooks. */
    deliveryIds: string[]
  },
): Promise<void> {
  const { accountId, generationId, kind, recipients, deliveryIds } = ended
  if (deliveryIds.length > 0) {
    const jobs = deliveryIds.map((deliveryId) => ({ accountId, data: { deliveryId } }))
    await services.queue.send('webhook', transaction, jobs)
  }
  if (recipients.length === 0) return
  await sql`
    insert into deliveries (generation_id, kind, recipient)
    select ${generationId}, ${kind}, recipient from unnest(${recipients}::text[]) as recipient`.execute(
    transaction,
  )
  const jobs = recipients.map((recipient) => ({ accountId, data: { generationId, kind, recipient } }))
  await services.queue.send('mail', transaction, jobs)
}

/** Counts an attempt at a delivery. @returns false when the delivery has ended already. */
export async function beginDelivery(database: Database, delivery: MailDelivery): Promise<boolean> {
  const { rows } = await sql`
    update deliveries set attempts = attempts + 1, updated_at = now()
    where ${isDelivery(delivery)} and status = 'queued' returning 1`.execute(database)
  return rows.length === 1
}

/**
 * Records the result of an attempt. The status of a delivery that has ended changes only to `sent`, because another
 * attempt may have sent the mail.
 * @param message Message for the account. Absent: the previous message is kept.
 */
export async function markDelivery(
  database: Database,
  delivery: MailDelivery,
  status: 'queued' | 'sent' | 'failed',
  message?: string,
): Promise<void> {
  await sql`
    update deliveries set status = ${status}, updated_at = now(),
      message = case when ${status} = 'sent' then null else coalesce(${message ?? null}, message) end
    where ${isDelivery(delivery)} and (status = 'queued' or ${status} = 'sent')`.execute(database)
}

function isDelivery({ generationId, kind, recipient }: MailDelivery) {
  return sql`generation_id = ${generationId} and kind = ${kind} and recipient = ${recipient}`
}
