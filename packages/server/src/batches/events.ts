import { type RawBuilder, sql } from 'kysely'
import { inTransaction } from '../database/database.ts'
import type { Services } from '../services.ts'
import { type EventType, storeEvents } from '../webhooks/events.ts'

/** Body of an event: the batch as it is then. */
const BODY = sql`
  json_build_object('batch', json_build_object('batchId', batch_id, 'name', name, 'status', status, 'message', message,
    'output', output, 'templateId', template_id, 'templateName', template_name, 'templateVersion', template_version,
    'isTest', is_test, 'rows', rows, 'rowsCompleted', rows_completed, 'rowsFailed', rows_failed,
    'cost', case when is_test then 0 else rows_completed end))`

/**
 * Changes a batch, and stores and queues the event about it in the same transaction.
 * @param change SQL: the assignments, and the condition of the batch.
 * @returns false when no batch meets the condition. Nothing is changed then.
 */
export async function changeWithEvent(
  { database, queue }: Pick<Services, 'database' | 'queue'>,
  event: Extract<EventType, `batch.${string}`>,
  { set, where }: { set: RawBuilder<unknown>; where: RawBuilder<unknown> },
): Promise<boolean> {
  return await inTransaction(database, async (transaction) => {
    const { rows } = await sql<{ accountId: string; deliveryIds: string[] }>`
      with changed as (
        update batches set ${set} where ${where}
        returning account_id, null::uuid as generation_id, ${BODY} as data
      ), ${storeEvents(event, sql`select account_id, generation_id, data from changed`)}
      select account_id, array(select delivery_id from event) as delivery_ids from changed`.execute(
      transaction,
    )
    const jobs = rows.flatMap(({ accountId, deliveryIds }) =>
      deliveryIds.map((deliveryId) => ({ accountId, data: { deliveryId } })),
    )
    if (jobs.length > 0) await queue.send('webhook', transaction, jobs)
    return rows.length > 0
  })
}
