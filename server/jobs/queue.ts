import { setTimeout as delay } from 'node:timers/promises'
import { fromKysely, type Job, type JobWithMetadata, PgBoss, type Queue } from 'pg-boss'
import type { Notice, NoticeQueue } from '../accounts/notices.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../log.ts'
import type { ThumbnailJob, ThumbnailQueue } from '../templates/thumbnails.ts'
import { requeue } from './requeue.ts'

/** Job queue in the database of the service. A job is queued if and only if its transaction is committed. */
export interface JobQueue extends AsyncDisposable, ThumbnailQueue, NoticeQueue {
  /** Queues one render. The waiting render with the lowest queue position starts next. */
  sendGenerate(transaction: Database, generation: QueuedGeneration): Promise<void>
  /** Queues one job for each mail. */
  sendMails(transaction: Database, accountId: string, mails: MailJob[]): Promise<void>
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
   * @returns `not-now` when a part of the service failed, not the job. The job is then retried with increasing delays
   * for an hour, and none of these attempts counts.
   */
  generate(generationId: string, signal: AbortSignal): Promise<'done' | 'not-now'>
  /** Called once when the last attempt at a render has failed, or its process died in each attempt. */
  failGenerate(generationId: string): Promise<void>
  mail(mail: MailJob, signal: AbortSignal): Promise<void>
  /** Called once when the last attempt at a mail has failed. */
  failMail(mail: MailJob): Promise<void>
  /** @returns `not-now` as for `generate`. */
  thumbnail(job: ThumbnailJob, signal: AbortSignal): Promise<'done' | 'not-now'>
  notice(notice: Notice, signal: AbortSignal): Promise<void>
}

/** A render to queue. */
export interface QueuedGeneration {
  generationId: string
  accountId: string
  /** Queue position. */
  queuePosition: number
}

/** Job that sends one mail. */
export interface MailJob {
  generationId: string
  kind: 'ready' | 'failed'
  recipient: string
}

interface GenerateJob {
  generationId: string
}

interface Postponable {
  /** Total time for which the job was postponed because a part of the service failed. */
  waitedSeconds?: number
}

export interface JobQueueOptions {
  databaseUrl: string
  database: Database
  /** False: `sendThumbnail` does nothing. */
  thumbnails: boolean
  log: Log
  /** Seconds without a heartbeat after which another process takes over a job, at least 10. */
  deadAfterSeconds?: number
  /** Seconds before the first retry of a mail. */
  mailRetrySeconds?: number
  /** Time limit of an attempt at a mail, in seconds. */
  mailLimitSeconds?: number
  /** Seconds between polls for jobs whose delay is over, at least 2. */
  pollEverySeconds?: number
  /** Time without an answer after which a connection to PostgreSQL is closed, in milliseconds. */
  answerLimitMs?: number
  /** Delays of a render or thumbnail while a part of the service fails: first delay, longest delay, and total. */
  trouble?: { firstSeconds: number; mostSeconds: number; allSeconds: number }
}

const GENERATE = 'generate'
const GENERATE_FAILED = 'generate-failed'
const MAIL = 'mail'
const MAIL_FAILED = 'mail-failed'
const THUMBNAIL = 'thumbnail'
const NOTICE = 'notice'

const DEAD_AFTER_SECONDS = 15
// Interval of polls for jobs of dead processes and for jobs whose delay is over. These cause no notification.
const POLL_EVERY_SECONDS = 5
// Limit for a connection without an answer. Removing finished jobs may take some seconds.
const ANSWER_LIMIT_MS = 30_000
const CONNECTIONS_MAX = 4
// Exponential back-off: 5 s, 10 s, 20 s and so on, up to 3 hours, 1 day in total.
const MAIL_RETRIES = 16
const MAIL_RETRY_SECONDS = 5
const MAIL_RETRY_SECONDS_MAX = 3 * 3_600
// For servers that answer byte by byte.
const MAIL_LIMIT_SECONDS = 300
const MAILS_AT_ONCE = 8
const MAILS_AT_ONCE_PER_ACCOUNT = 4
/** One per account, so that the thumbnails of one account do not block those of others. */
const THUMBNAILS_AT_ONCE = { all: 4, perAccount: 1 }
/** Pause after a thumbnail: as long as it took, at most 500 ms. Thumbnails are not urgent and take up to seconds of CPU. */
const THUMBNAIL_REST = { times: 1, mostMs: 500 }
/** At most 1 minute between retries, so that a job starts soon after a recovery. */
const TROUBLE = { firstSeconds: 5, mostSeconds: 60, allSeconds: 3_600 }
const HAND_BACK_LIMIT_MS = 5_000
// The results of the jobs are in the tables of the service.
const KEPT_SECONDS = 3_600
const REMOVED_EVERY_SECONDS = 600

/** Creates the tables and the connections of the queue. @throws when the database cannot be reached. */
export async function createJobQueue(options: JobQueueOptions): Promise<JobQueue> {
  const connections = {
    connectionString: options.databaseUrl,
    application_name: 'platen-jobs',
    max: CONNECTIONS_MAX,
    // The pool closes the connection, too. pg-boss passes options that it does not use on to the pool.
    query_timeout: options.answerLimitMs ?? ANSWER_LIMIT_MS,
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
  const trouble = options.trouble ?? TROUBLE
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
    if (waited >= trouble.allSeconds)
      throw new Error(`A job was postponed for ${waited} s in total because a part of the service failed`)
    const afterSeconds = Math.min(Math.max(waited, trouble.firstSeconds), trouble.mostSeconds)
    const data = { ...job.data, waitedSeconds: waited + afterSeconds }
    await requeue(stores, job, { data, afterSeconds })
  }
  await boss.start()
  const heartbeatSeconds = options.deadAfterSeconds ?? DEAD_AFTER_SECONDS
  const deadLetterOptions = { retryLimit: 10, retryDelay: 5, retryBackoff: true, heartbeatSeconds }
  await defineQueue(boss, GENERATE_FAILED, deadLetterOptions)
  await defineQueue(boss, GENERATE, {
    retryLimit: 2,
    retryDelay: 2,
    retryBackoff: true,
    heartbeatSeconds,
    deadLetter: GENERATE_FAILED,
  })
  await defineQueue(boss, MAIL_FAILED, deadLetterOptions)
  await defineQueue(boss, MAIL, {
    retryLimit: MAIL_RETRIES,
    retryDelay: options.mailRetrySeconds ?? MAIL_RETRY_SECONDS,
    retryBackoff: true,
    retryDelayMax: MAIL_RETRY_SECONDS_MAX,
    expireInSeconds: options.mailLimitSeconds ?? MAIL_LIMIT_SECONDS,
    heartbeatSeconds,
    deadLetter: MAIL_FAILED,
  })
  await defineQueue(boss, NOTICE, {
    retryLimit: MAIL_RETRIES,
    retryDelay: options.mailRetrySeconds ?? MAIL_RETRY_SECONDS,
    retryBackoff: true,
    retryDelayMax: MAIL_RETRY_SECONDS_MAX,
    expireInSeconds: options.mailLimitSeconds ?? MAIL_LIMIT_SECONDS,
    heartbeatSeconds,
  })
  await defineQueue(boss, THUMBNAIL, { retryLimit: 2, retryDelay: 30, retryBackoff: true, heartbeatSeconds })
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
            if ((await handlers.generate(job.data.generationId, signal)) === 'not-now') await postpone(job)
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
        async ([job]: JobWithMetadata<MailJob>[]) => {
          pollAtOnce(boss, MAIL)
          if (job) await requeueOnAbort(job, (signal) => handlers.mail(job.data, signal))
        },
      )
      await boss.work(MAIL_FAILED, poll, async ([job]: Job<MailJob>[]) => {
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
          const begunAt = performance.now()
          await requeueOnAbort(job, async (signal) => {
            if ((await handlers.thumbnail(job.data, signal)) === 'not-now') await postpone(job)
          })
          const restMs = Math.min(THUMBNAIL_REST.times * (performance.now() - begunAt), THUMBNAIL_REST.mostMs)
          await delay(restMs, undefined, { signal: closing.signal }).catch(() => {})
        },
      )
    },
    async drain(limitMs) {
      closing.abort()
      const limit = setTimeout(() => aborting.abort(new Error('The process is ending')), limitMs)
      const names = new Set(boss.getWipData().map(({ name }) => name))
      const stopping = Promise.all(Array.from(names, (name) => boss.offWork(name, { wait: true })))
      // When the database does not answer either, another process takes over the remaining jobs after their heartbeat.
      await Promise.race([stopping, delay(limitMs + HAND_BACK_LIMIT_MS, undefined, { ref: false })])
      clearTimeout(limit)
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}

/** Creates a queue, or updates the options of an existing one. */
async function defineQueue(boss: PgBoss, name: string, options: Omit<Queue, 'name'>): Promise<void> {
  const definition = { ...options, notify: true, deleteAfterSeconds: KEPT_SECONDS }
  await boss.createQueue(name, definition)
  await boss.updateQueue(name, definition)
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
