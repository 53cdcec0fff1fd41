import { setTimeout as delay } from 'node:timers/promises'
import { fromKysely, type JobWithMetadata, type PgBoss } from 'pg-boss'
import { type Database, inTransaction } from '../database/database.ts'

// PostgreSQL itself may have failed. The retries last as long as the heartbeat limit of the job.
const TRIES_MAX = 15
const TRY_EVERY_MS = 1_000

/**
 * Ends an attempt at a job and queues the job again in one transaction, as if the attempt had not been made. Does
 * nothing when another worker has the job already.
 * @param changes New data and start of the job: a time, or a delay in seconds. Without it the job can start at once.
 * `succeeded`: the attempt succeeded, so all retries are available again.
 */
export async function requeue<Data extends object>(
  { boss, database }: { boss: PgBoss; database: Database },
  job: JobWithMetadata<Data>,
  changes: { data?: Data; startAfter?: Date | number; succeeded?: boolean } = {},
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(database, async (transaction) => {
        const db = fromKysely(transaction.withoutPlugins())
        const { affected }: { affected?: number } = await boss.complete(job.name, job, null, { db })
        if (affected === 0) return
        await boss.send(job.name, changes.data ?? job.data, {
          db,
          ...(job.groupId && { group: { id: job.groupId } }),
          priority: job.priority,
          startAfter: changes.startAfter ?? 0,
          ...(!changes.succeeded && remainingRetries(job)),
        })
      })
    } catch (error) {
      if (attempt === TRIES_MAX) throw error
      await delay(TRY_EVERY_MS, undefined, { ref: false })
    }
  }
}

/** Returns the remaining retries of a job, and its current back-off. */
function remainingRetries({
  retryLimit,
  retryCount,
  retryDelay,
  retryBackoff,
  retryDelayMax,
}: JobWithMetadata) {
  const factor = retryBackoff ? 2 ** retryCount : 1
  return {
    retryLimit: retryLimit - retryCount,
    retryDelay: Math.min(retryDelay * factor, retryDelayMax ?? Infinity),
  }
}
