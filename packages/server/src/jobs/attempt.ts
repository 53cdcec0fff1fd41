import { setTimeout as delay } from 'node:timers/promises'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { Database } from '../database/database.ts'
import type { Services } from '../services.ts'
import type { JobKind, JobResult } from './kinds.ts'
import { requeue } from './requeue.ts'

/** Delays of a job while a component of the service fails: first, longest, and total delay. */
export interface OutageDelays {
  firstSeconds: number
  maxSeconds: number
  totalSeconds: number
}

interface Postponable {
  /** Total delay of the job because a component of the service failed. */
  waitedSeconds?: number
}

/** Parts that all attempts use. */
export interface AttemptContext {
  boss: PgBoss
  database: Database
  services: Services
  outageDelays: OutageDelays
  /** Aborts when the process stops to take jobs. */
  closing: AbortSignal
  /** Aborts when the process ends before its jobs. */
  aborting: AbortSignal
}

/**
 * Runs one attempt at a job, with its own telemetry. A job that is aborted because the process ends is requeued, and
 * the attempt does not count.
 */
export async function runAttempt<Data extends object>(
  context: AttemptContext,
  kind: JobKind<Data>,
  job: JobWithMetadata<Data & Postponable>,
): Promise<void> {
  const startedAt = performance.now()
  // Periodic work does not delay the end of the process. Another run makes up for it.
  const aborting = kind.cron === undefined ? context.aborting : context.closing
  const signal = AbortSignal.any([job.signal, aborting])
  try {
    const result = await runWithTelemetry(context.services, kind, job, signal)
    if (result === 'postpone') await postpone(context, job)
    if (result instanceof Date) {
      // The attempt succeeded, so a failure of the service is over.
      const data = { ...job.data, waitedSeconds: 0 }
      await requeue(context, job, { data, startAfter: result, succeeded: true })
    }
  } catch (error) {
    const { log } = context.services
    const jobOfQueue = { jobId: job.id, queue: job.name }
    if (!aborting.aborted) {
      log.error({ err: error, ...jobOfQueue }, 'an attempt at a job failed')
      throw error
    }
    await requeue(context, job)
    log.info(jobOfQueue, 'returned a job to the queue')
  }
  const pauseMs = Math.min(performance.now() - startedAt, kind.pauseMaxMs ?? 0)
  if (pauseMs > 0) await delay(pauseMs, undefined, { signal: context.closing }).catch(() => {})
}

async function runWithTelemetry<Data extends object>(
  services: Services,
  kind: JobKind<Data>,
  job: JobWithMetadata<Data>,
  signal: AbortSignal,
): Promise<JobResult> {
  const telemetry = services.telemetry.begin(job.name, 'job')
  try {
    const result = await kind.run({ ...services, telemetry }, job.data, signal)
    telemetry.end(result instanceof Date ? 'retry' : (result ?? 'done'), { isFault: result === 'postpone' })
    return result
  } catch (error) {
    telemetry.end('failed', { isFault: true })
    throw error
  }
}

/** Postpones a job with exponential back-off: the delay equals the time it has waited already. */
async function postpone<Data extends object>(
  context: AttemptContext,
  job: JobWithMetadata<Data & Postponable>,
): Promise<void> {
  const { firstSeconds, maxSeconds, totalSeconds } = context.outageDelays
  const waited = job.data.waitedSeconds ?? 0
  if (waited >= totalSeconds)
    throw new Error(`A job was postponed for ${waited} s in total because a component of the service failed`)
  const startAfter = Math.min(Math.max(waited, firstSeconds), maxSeconds)
  const data = { ...job.data, waitedSeconds: waited + startAfter }
  await requeue(context, job, { data, startAfter })
}
