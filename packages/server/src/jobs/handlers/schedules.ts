import { sql } from 'kysely'
import { queueLowCreditNotices } from '../../accounts/low-credits.ts'
import { cancelOldPauses } from '../../batches/batches.ts'
import { inBatches } from '../../database/batches.ts'
import { one } from '../../database/rows.ts'
import { failAbandoned, listLostJobs } from '../../generation/generations.ts'
import { removeOldRequests } from '../../requests/retention.ts'
import type { Services } from '../../services.ts'
import { listOverdueDeliveries } from '../../webhooks/deliveries.ts'
import { cleanUp } from '../cleanup.ts'
import { failGenerationJob } from './generations.ts'

/**
 * Fails the renders whose reservation has expired, and releases their credits: synchronous ones whose process died, and
 * jobs that were accepted a day ago.
 */
export async function failExpired(services: Services): Promise<void> {
  const { database, log } = services
  const abandoned = await failAbandoned(database)
  if (abandoned > 0) log.warn({ abandoned }, 'released the reserved credits of abandoned renders')
  for (const jobId of await listLostJobs(database)) {
    log.error({ jobId }, 'a job did not end within a day and has failed')
    await failGenerationJob(services, jobId)
  }
}

/** Queues the notices about low credits. */
export async function queueNotices({ database, queue, log }: Services): Promise<void> {
  const noticed = await queueLowCreditNotices(database, queue)
  if (noticed > 0) log.info({ noticed }, 'queued notices about low credits')
}

/**
 * Queues the pending deliveries that are overdue and have no job: those of an earlier release, and those of a webhook
 * that was disabled when they were due.
 */
export async function queueOverdueWebhooks({ database, queue, log }: Services): Promise<void> {
  const overdue = await listOverdueDeliveries(database)
  if (overdue.length === 0) return
  await queue.send(
    'webhook',
    database,
    overdue.map(({ deliveryId, accountId }) => ({ data: { deliveryId }, accountId })),
  )
  log.warn({ overdue: overdue.length }, 'queued deliveries to webhooks that had no job')
}

/** Cancels batches that are paused for too long, and removes expired rows and objects. */
export async function sweep(services: Services, signal: AbortSignal): Promise<void> {
  const { database, log, settings } = services
  // All processes share the clock of the database, while the clock of a machine may be wrong.
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(database)
  const { now } = one(rows)
  // First, because it does not need the object store.
  const requestLog = await removeOldRequests(database, { now, days: settings.requestLogDays, signal })
  const batchesCancelled = await inBatches((count) => cancelOldPauses(services, now, count), signal)
  const removed = { requestLog, ...(await cleanUp(services, now, signal)) }
  if (batchesCancelled > 0) log.info({ batchesCancelled }, 'cancelled batches that were paused for too long')
  log.info({ removed }, 'removed expired rows and objects')
}
