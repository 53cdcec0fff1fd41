import { setTimeout as delay } from 'node:timers/promises'
import { fromKysely, type Job, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Notice, NoticeQueue } from '../accounts/notices.ts'
import type { Database } from '../database/database.ts'
import type { MailDelivery } from '../generation/mail-deliveries.ts'
import type { Log } from '../log.ts'
import type { ThumbnailJob, ThumbnailQueue } from '../templates/thumbnails.ts'
import {
  defineQueues,
  GENERATE,
  GENERATE_FAILED,
  MAIL,
  MAIL_FAILED,
  NOTICE,
  type QueueTimes,
  THUMBNAIL,
} from './queue-definitions.ts'
import { requeue } from './requeue.ts'

/** Job queue in the database of the service. A job is queued if and only if its transaction is committed. */
export interface JobQueue extends AsyncDisposable, ThumbnailQueue, NoticeQueue {
  /** Queues one render. The waiting render with the lowest queue position starts next. */
  sendGenerate(transaction: Database, generation: QueuedGeneration): Promise<void>
  /** Queues one job for each mail. */
  sendMails(transaction: Database, accountId: string, mails: MailDelivery[]): Promise<void>
  /**
   * Starts to process the queues with these handlers.
   * @param concurrency Maximum number of renders of one account at a time. All accounts together may run twice as
   * many, so that slow jobs of one account do not block other accounts.
   */
  work(handlers: JobHandlers, concurrency: number): Promise<void>
  /**
   * Drains the workers: starts no more jobs and waits for those that run. A job that still runs after `limitMs` is
   * aborted and requeued: another process can start it at once, and the attempt does not count. Jobs can still be sent.
   */
  drain(limitMs: number): Promise<void>
}

/**
 * Handlers of the jobs. When a handler throws, its job is retried up to the limit of its queue. `signal` aborts when
 * the job no longer belongs to this handler: its heartbeat was missing and another process has it, or this process
 * ends.
 */
export interface JobHandlers {
  /**
   * @returns `postpone` when a component of the service failed, not the job. The job is then retried with increasing
   * delays for an hour, and none of these attempts counts.
   */
  generate(generationId: string, signal: AbortSignal): Promise<'done' | 'postpone'>
  /** Called once when the last attempt at a render has failed, or its process died in each attempt. */
  failGenerate(generationId: string): Promise<void>
  mail(mail: MailDelivery, signal: AbortSignal): Promise<void>
  /** Called once when the last attempt at a mail has failed. */
  failMail(mail: MailDelivery): Promise<void>
  /** @returns `postpone` as for `generate`. */
  thumbnail(job: ThumbnailJob, signal: AbortSignal): Promise<'done' | 'postpone'>
  notice(notice: Notice, signal: AbortSignal): Promise<void>
}

/** A render to queue. */
export interface QueuedGeneration {
  generationId: string
  accountId: string
  /** Renders with a lower position start first. */
  queuePosition: number
}

interface GenerateJob {
  generationId: string
}

interface Postponable {
  /** Total delay of the job because a component of the service failed. */
  waitedSeconds?: number
}

/** Options of the queue. */
export interface JobQueueOptions extends QueueTimes {
  databaseUrl: string
  database: Database
  /** False: `sendThumbnail` does nothing. */
  thumbnails: boolean
  log: Log
  /** Seconds between polls for jobs whose delay is over, at least 2. */
  pollEverySeconds?: number
  /** Time limit of a query. After it, the connection to PostgreSQL is closed. In milliseconds. */
  queryTimeoutMs?: number
  /** Delays of a render or thumbnail while a component of the service fails: first, longest, and total delay. */
  outageDelays?: { firstSeconds: number; maxSeconds: number; totalSeconds: number }
}

// Interval of polls for jobs of dead processes and for jobs whose delay is over. These cause no notification.
const POLL_EVERY_SECONDS = 5
// Removing finished jobs may take some seconds.
const QUERY_TIMEOUT_MS = 30_000
const CONNECTIONS_MAX = 4
const MAILS_AT_ONCE = 8
const MAILS_AT_ONCE_PER_ACCOUNT = 4
/** One per account, so that the thumbnails of one account do not block those of others. */
const THUMBNAILS_AT_ONCE = { all: 4, perAccount: 1 }
/** Pause of a worker after a thumbnail: as long as it took, at most 500 ms. Thumbnails are not urgent and use much CPU. */
const THUMBNAIL_PAUSE = { factor: 1, maxMs: 500 }
/** At most 1 minute between retries, so that a job starts soon after a recovery. */
const OUTAGE_DELAYS = { firstSeconds: 5, maxSeconds: 60, totalSeconds: 3_600 }
const REQUEUE_LIMIT_MS = 5_000
const REMOVED_EVERY_SECONDS = 600

/** Creates the tables and the connections of the queue. @throws when the database cannot be reached. */
export async function createJobQueue(options: JobQueueOptions): Promise<JobQueue> {
  const connections = {
    connectionString: options.databaseUrl,
    application_name: 'platen-jobs',
    max: CONNECTIONS_MAX,
    // The pool closes the connection, too. pg-boss passes options that it does not use on to the pool.
    query_timeout: options.queryTimeoutMs ?? QUERY_TIMEOUT_MS,
  }
  const boss = new PgBoss({
    ...connections,
    useListenNotify: true,
    superviseIntervalSeconds: POLL_EVERY_SECONDS,
    monitorIntervalSeconds: POLL_EVERY_SECONDS,
    maintenanceIntervalSeconds: REMOVED_EVERY_SECONDS,
  })
  boss.on('error', (error) => options.log.error({ err: error }, 'an error in the job queue'))
  boss.on('warning', (warning) => options.log.warn({ warning }, 'a warning of the job queue'))
  const aborting = new AbortController()
  const closing = new AbortController()
  const stores = { boss, database: options.database }
  const outageDelays = options.outageDelays ?? OUTAGE_DELAYS
  /** Runs a job and requeues it when it is aborted because the process ends. Such an attempt does not count. */
  const requeueOnAbort = async <Data extends object>(
    job: JobWithMetadata<Data>,
    work: (signal: AbortSignal) => Promise<void>,
  ) => {
    try {
      await work(AbortSignal.any([job.signal, aborting.signal]))
    } catch (error) {
      if (!aborting.signal.aborted) throw error
      await requeue(stores, job)
      options.log.info({ jobId: job.id, queue: job.name }, 'returned a job to the queue')
    }
  }
  /** Postpones a job with exponential back-off: the delay equals the time it has waited already. */
  const postpone = async <Data extends object>(job: JobWithMetadata<Data & Postponable>) => {
    const waited = job.data.waitedSeconds ?? 0
    if (waited >= outageDelays.totalSeconds)
      throw new Error(
        `A job was postponed for ${waited} s in total because a component of the service failed`,
      )
    const afterSeconds = Math.min(Math.max(waited, outageDelays.firstSeconds), outageDelays.maxSeconds)
    const data = { ...job.data, waitedSeconds: waited + afterSeconds }
    await requeue(stores, job, { data, afterSeconds })
  }
  await boss.start()
  await defineQueues(boss, options)
  return {
    async sendGenerate(transaction, { generationId, accountId, queuePosition }) {
      const job = { generationId } satisfies GenerateJob
      const db = fromKysely(transaction)
      await boss.send(GENERATE, job, { db, group: { id: accountId }, priority: -queuePosition })
    },
    async sendMails(transaction, accountId, mails) {
      const jobs = mails.map((data) => ({ data, group: { id: accountId } }))
      await boss.insert(MAIL, jobs, { db: fromKysely(transaction) })
    },
    async sendThumbnail(transaction, { accountId, templateId, objectKey }) {
      if (!options.thumbnails) return
      const job = { templateId, objectKey } satisfies ThumbnailJob
      await boss.send(THUMBNAIL, job, { db: fromKysely(transaction), group: { id: accountId } })
    },
    async sendNotice(transaction, notice) {
      await boss.send(NOTICE, notice, { db: fromKysely(transaction) })
    },
    async work(handlers, concurrency) {
      const poll = { notifyPollingIntervalSeconds: options.pollEverySeconds ?? POLL_EVERY_SECONDS }
      // The metadata is needed to requeue a job unchanged.
      const withMetadata = { ...poll, includeMetadata: true } as const
      await boss.work(
        GENERATE,
        { ...withMetadata, localConcurrency: 2 * concurrency, localGroupConcurrency: concurrency },
        async ([job]: JobWithMetadata<GenerateJob & Postponable>[]) => {
          pollAtOnce(boss, GENERATE)
          if (!job) return
          await requeueOnAbort(job, async (signal) => {
            if ((await handlers.generate(job.data.generationId, signal)) === 'postpone') await postpone(job)
          })
        },
      )
      await boss.work(GENERATE_FAILED, poll, async ([job]: Job<GenerateJob>[]) => {
        pollAtOnce(boss, GENERATE_FAILED)
        if (job) await handlers.failGenerate(job.data.generationId)
      })
      await boss.work(
        MAIL,
        {
          ...withMetadata,
          localConcurrency: MAILS_AT_ONCE,
          localGroupConcurrency: MAILS_AT_ONCE_PER_ACCOUNT,
        },
        async ([job]: JobWithMetadata<MailDelivery>[]) => {
          pollAtOnce(boss, MAIL)
          if (job) await requeueOnAbort(job, (signal) => handlers.mail(job.data, signal))
        },
      )
      await boss.work(MAIL_FAILED, poll, async ([job]: Job<MailDelivery>[]) => {
        pollAtOnce(boss, MAIL_FAILED)
        if (job) await handlers.failMail(job.data)
      })
      await boss.work(NOTICE, poll, async ([job]: Job<Notice>[]) => {
        pollAtOnce(boss, NOTICE)
        if (job) await handlers.notice(job.data, job.signal)
      })
      await boss.work(
        THUMBNAIL,
        {
          ...withMetadata,
          groupConcurrency: THUMBNAILS_AT_ONCE.perAccount,
          localConcurrency: THUMBNAILS_AT_ONCE.all,
        },
        async ([job]: JobWithMetadata<ThumbnailJob & Postponable>[]) => {
          pollAtOnce(boss, THUMBNAIL)
          if (!job) return
          const startedAt = performance.now()
          await requeueOnAbort(job, async (signal) => {
            if ((await handlers.thumbnail(job.data, signal)) === 'postpone') await postpone(job)
          })
          const pauseMs = Math.min(
            THUMBNAIL_PAUSE.factor * (performance.now() - startedAt),
            THUMBNAIL_PAUSE.maxMs,
          )
          await delay(pauseMs, undefined, { signal: closing.signal }).catch(() => {})
        },
      )
    },
    async drain(limitMs) {
      closing.abort()
      const limit = setTimeout(() => aborting.abort(new Error('The process is ending')), limitMs)
      const names = new Set(boss.getWipData().map(({ name }) => name))
      const stopping = Promise.all(Array.from(names, (name) => boss.offWork(name, { wait: true })))
      // If the database does not answer in time, another process takes over the remaining jobs after their heartbeat.
      await Promise.race([stopping, delay(limitMs + REQUEUE_LIMIT_MS, undefined, { ref: false })])
      clearTimeout(limit)
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}

/**
 * Makes the busy workers of a queue fetch their next job as soon as they have finished this one. Otherwise pg-boss lets
 * each worker sleep for the poll interval, since a backlog causes no notification.
 */
function pollAtOnce(boss: PgBoss, queue: string): void {
  for (const worker of boss.getWipData()) {
    if (worker.name === queue && worker.count > 0) boss.notifyWorker(worker.id)
  }
}
