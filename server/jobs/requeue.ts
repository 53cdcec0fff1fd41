import { setTimeout as delay } from 'node:timers/promises'
import { fromKysely, type JobWithMetadata, type PgBoss } from 'pg-boss'
import { type Database, inTransaction } from '../database/database.ts'

// PostgreSQL may be what is in trouble. As long as the job counts as alive, it is put back as soon as that is over.
const TRIES_MAX = 15
const TRY_EVERY_MS = 1_000

/**
 * Ends an attempt at a job and queues the job anew, both or neither: as if the attempt had not been made. Nothing
 * happens to a job that another worker has meanwhile.
 * @param anew What is other about it; without `afterSeconds` it can be taken up at once.
 */
export async function requeue<Data extends object>(
  { boss, database }: { boss: PgBoss; database: Database },
  job: JobWithMetadata<Data>,
  anew: { data?: Data; afterSeconds?: number } = {},
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(database, async (transaction) => {
        const db = fromKysely(transaction)
        const { affected }: { affected?: number } = await boss.complete(job.name, job, null, { db })
        if (affected === 0) return
        await boss.send(job.name, anew.data ?? job.data, {
          db,
          ...(job.groupId && { group: { id: job.groupId } }),
          priority: job.priority,
          startAfter: anew.afterSeconds ?? 0,
          // As many tries as it had left, and as patient as it had become.
          retryLimit: job.retryLimit - job.retryCount,
          retryDelay: Math.min(job.retryDelay * 2 ** job.retryCount, job.retryDelayMax ?? Infinity),
        })
      })
    } catch (error) {
      if (attempt === TRIES_MAX) throw error
      await delay(TRY_EVERY_MS, undefined, { ref: false })
    }
  }
}
