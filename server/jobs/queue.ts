import { setTimeout as delay } from 'node:timers/promises'
import { fromKysely, type Job, type JobWithMetadata, PgBoss, type Queue } from 'pg-boss'
import type { Notice, NoticeQueue } from '../accounts/notices.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../log.ts'
import type { ThumbnailJob, ThumbnailQueue } from '../templates/thumbnails.ts'
import { requeue } from './requeue.ts'

/** Background work, in the same database as everything else. A job is there if and only if its transaction was committed. */
export interface JobQueue extends AsyncDisposable, ThumbnailQueue, NoticeQueue {
  /** Queues one generation: among those that wait, the one with the lowest turn is next. */
  sendGenerate(
    transaction: Database,
    generation: { generationId: string; accountId: string; turn: number },
  ): Promise<void>
  /** Queues one job a mail. */
  sendMails(transaction: Database, accountId: string, mails: MailJob[]): Promise<void>
  /**
   * Starts to work on the queues with these handlers.
   * @param concurrency How many generations of one account may run at once; all accounts together may run
   * twice as many, so that nobody's slow jobs leave no place for another's.
   */
  work(handlers: JobHandlers, concurrency: number): Promise<void>
  /**
   * Takes up no more jobs and waits for those that run. What still runs after `limitMs` is ended and handed back:
   * another process starts it at once, and the attempt does not count. Jobs can still be sent.
   */
  rest(limitMs: number): Promise<void>
}

/**
 * What is done for a job. A handler that throws has its job tried again, as often as its queue allows. `signal`
 * aborts when the job is no longer this handler's: it was given to another for want of a sign of life, or the
 * process ends.
 */
export interface JobHandlers {
  /**
   * @returns `not-now` where a part of the service was in trouble, which is no doing of the job: it is tried again
   * for an hour, less and less often, and none of these attempts counts.
   */
  generate(generationId: string, signal: AbortSignal): Promise<'done' | 'not-now'>
  /** Called once when the last attempt at a generation has failed, or its process died in each. */
  giveUpGenerate(generationId: string): Promise<void>
  mail(mail: MailJob, signal: AbortSignal): Promise<void>
  /** Called once when the last attempt at a mail has failed. */
  giveUpMail(mail: MailJob): Promise<void>
  /** @returns as `generate`. */
  thumbnail(job: ThumbnailJob, signal: AbortSignal): Promise<'done' | 'not-now'>
  notice(notice: Notice, signal: AbortSignal): Promise<void>
}

/** The mail that a job is to send. */
export interface MailJob {
  generationId: string
  kind: 'ready' | 'failed'
  recipient: string
}

interface GenerateJob {
  generationId: string
}

interface Patient {
  /** For how long it was put off because of trouble that is not its own. */
  waitedSeconds?: number
}

export interface JobQueueOptions {
  databaseUrl: string
  database: Database
  /** Whether thumbnails are wanted at all. */
  thumbnails: boolean
  log: Log
  /** After how many seconds without a sign of life a job is given to another process; at least 10. */
  deadAfterSeconds?: number
  /** Seconds before the second attempt at a mail. */
  mailRetrySeconds?: number
  /** How long an attempt at a mail may take. */
  mailLimitSeconds?: number
  /** How often jobs are looked for whose delay is over; at least 2. */
  lookEverySeconds?: number
  /** After how long without an answer a connection to PostgreSQL is given up. */
  answerLimitMs?: number
  /** How long a generation or a thumbnail waits for a part that is in trouble: at first, at most, and in all. */
  trouble?: { firstSeconds: number; mostSeconds: number; allSeconds: number }
}

const GENERATE = 'generate'
const GENERATE_FAILED = 'generate-failed'
const MAIL = 'mail'
const MAIL_FAILED = 'mail-failed'
const THUMBNAIL = 'thumbnail'
const NOTICE = 'notice'

const DEAD_AFTER_SECONDS = 15
// How often jobs of dead processes are looked for, and those whose delay is over, of which nobody is notified.
const LOOK_EVERY_SECONDS = 5
// A line that has gone silent is not waited for. Removing jobs that are over may take some seconds.
const ANSWER_LIMIT_MS = 30_000
const CONNECTIONS_MAX = 4
// 5 s, 10 s, 20 s and so on, up to three hours: a day in all.
const MAIL_RETRIES = 16
const MAIL_RETRY_SECONDS = 5
const MAIL_RETRY_SECONDS_MAX = 3 * 3_600
// Servers that answer byte by byte.
const MAIL_LIMIT_SECONDS = 300
const MAILS_AT_ONCE = 8
const MAILS_AT_ONCE_PER_ACCOUNT = 4
/** One an account, so that one account's many keep nobody else's waiting. */
const THUMBNAILS_AT_ONCE = { all: 4, perAccount: 1 }
/** Nobody waits for them, and each takes up to seconds of a processor: they leave as long to others. */
const THUMBNAIL_REST = { times: 1, mostMs: 500 }
/** A minute at most, so that no job waits long for a part that is well again. */
const TROUBLE = { firstSeconds: 5, mostSeconds: 60, allSeconds: 3_600 }
const HAND_BACK_LIMIT_MS = 5_000
// What became of a job is in our own tables.
const KEPT_SECONDS = 3_600
const REMOVED_EVERY_SECONDS = 600

/** Starts the queue's own tables and connections. @throws when the database cannot be reached. */
export async function createJobQueue(options: JobQueueOptions): Promise<JobQueue> {
  const connections = {
    connectionString: options.databaseUrl,
    application_name: 'platen-jobs',
    max: CONNECTIONS_MAX,
    // Its pool gives up the connection, too; pg-boss hands on what it does not know.
    query_timeout: options.answerLimitMs ?? ANSWER_LIMIT_MS,
  }
  const boss = new PgBoss({
    ...connections,
    useListenNotify: true,
    superviseIntervalSeconds: LOOK_EVERY_SECONDS,
    monitorIntervalSeconds: LOOK_EVERY_SECONDS,
    maintenanceIntervalSeconds: REMOVED_EVERY_SECONDS,
  })
  boss.on('error', (error) => options.log.error({ err: error }, 'the job queue met an error'))
  boss.on('warning', (warning) => options.log.warn({ warning }, 'the job queue warns'))
  const leaving = new AbortController()
  const closing = new AbortController()
  const stores = { boss, database: options.database }
  const trouble = options.trouble ?? TROUBLE
  /** What we end ourselves, because the process ends, is no attempt. */
  const unlessLeaving = async <Data extends object>(
    job: JobWithMetadata<Data>,
    work: (signal: AbortSignal) => Promise<void>,
  ) => {
    try {
      await work(AbortSignal.any([job.signal, leaving.signal]))
    } catch (error) {
      if (!leaving.signal.aborted) throw error
      await requeue(stores, job)
      options.log.info({ jobId: job.id, queue: job.name }, 'handed a job back to the queue')
    }
  }
  /** As long again as it has waited already. */
  const putOff = async <Data extends object>(job: JobWithMetadata<Data & Patient>) => {
    const waited = job.data.waitedSeconds ?? 0
    if (waited >= trouble.allSeconds) throw new Error(`A job has waited ${waited} s for trouble to end`)
    const afterSeconds = Math.min(Math.max(waited, trouble.firstSeconds), trouble.mostSeconds)
    const data = { ...job.data, waitedSeconds: waited + afterSeconds }
    await requeue(stores, job, { data, afterSeconds })
  }
  await boss.start()
  const heartbeatSeconds = options.deadAfterSeconds ?? DEAD_AFTER_SECONDS
  const patient = { retryLimit: 10, retryDelay: 5, retryBackoff: true, heartbeatSeconds }
  await keepQueue(boss, GENERATE_FAILED, patient)
  await keepQueue(boss, GENERATE, {
    retryLimit: 2,
    retryDelay: 2,
    retryBackoff: true,
    heartbeatSeconds,
    deadLetter: GENERATE_FAILED,
  })
  await keepQueue(boss, MAIL_FAILED, patient)
  await keepQueue(boss, MAIL, {
    retryLimit: MAIL_RETRIES,
    retryDelay: options.mailRetrySeconds ?? MAIL_RETRY_SECONDS,
    retryBackoff: true,
    retryDelayMax: MAIL_RETRY_SECONDS_MAX,
    expireInSeconds: options.mailLimitSeconds ?? MAIL_LIMIT_SECONDS,
    heartbeatSeconds,
    deadLetter: MAIL_FAILED,
  })
  await keepQueue(boss, NOTICE, {
    retryLimit: MAIL_RETRIES,
    retryDelay: options.mailRetrySeconds ?? MAIL_RETRY_SECONDS,
    retryBackoff: true,
    retryDelayMax: MAIL_RETRY_SECONDS_MAX,
    expireInSeconds: options.mailLimitSeconds ?? MAIL_LIMIT_SECONDS,
    heartbeatSeconds,
  })
  await keepQueue(boss, THUMBNAIL, { retryLimit: 2, retryDelay: 30, retryBackoff: true, heartbeatSeconds })
  return {
    async sendGenerate(transaction, { generationId, accountId, turn }) {
      const job = { generationId } satisfies GenerateJob
      const db = fromKysely(transaction)
      await boss.send(GENERATE, job, { db, group: { id: accountId }, priority: -turn })
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
      const poll = { notifyPollingIntervalSeconds: options.lookEverySeconds ?? LOOK_EVERY_SECONDS }
      // With what is needed to put a job back as it was.
      const whole = { ...poll, includeMetadata: true } as const
      await boss.work(
        GENERATE,
        { ...whole, localConcurrency: 2 * concurrency, localGroupConcurrency: concurrency },
        async ([job]: JobWithMetadata<GenerateJob & Patient>[]) => {
          goOnAtOnce(boss, GENERATE)
          if (!job) return
          await unlessLeaving(job, async (signal) => {
            if ((await handlers.generate(job.data.generationId, signal)) === 'not-now') await putOff(job)
          })
        },
      )
      await boss.work(GENERATE_FAILED, poll, async ([job]: Job<GenerateJob>[]) => {
        goOnAtOnce(boss, GENERATE_FAILED)
        if (job) await handlers.giveUpGenerate(job.data.generationId)
      })
      await boss.work(
        MAIL,
        {
          ...whole,
          localConcurrency: MAILS_AT_ONCE,
          localGroupConcurrency: MAILS_AT_ONCE_PER_ACCOUNT,
        },
        async ([job]: JobWithMetadata<MailJob>[]) => {
          goOnAtOnce(boss, MAIL)
          if (job) await unlessLeaving(job, (signal) => handlers.mail(job.data, signal))
        },
      )
      await boss.work(MAIL_FAILED, poll, async ([job]: Job<MailJob>[]) => {
        goOnAtOnce(boss, MAIL_FAILED)
        if (job) await handlers.giveUpMail(job.data)
      })
      await boss.work(NOTICE, poll, async ([job]: Job<Notice>[]) => {
        goOnAtOnce(boss, NOTICE)
        if (job) await handlers.notice(job.data, job.signal)
      })
      await boss.work(
        THUMBNAIL,
        {
          ...whole,
          groupConcurrency: THUMBNAILS_AT_ONCE.perAccount,
          localConcurrency: THUMBNAILS_AT_ONCE.all,
        },
        async ([job]: JobWithMetadata<ThumbnailJob & Patient>[]) => {
          goOnAtOnce(boss, THUMBNAIL)
          if (!job) return
          const begunAt = performance.now()
          await unlessLeaving(job, async (signal) => {
            if ((await handlers.thumbnail(job.data, signal)) === 'not-now') await putOff(job)
          })
          const restMs = Math.min(THUMBNAIL_REST.times * (performance.now() - begunAt), THUMBNAIL_REST.mostMs)
          await delay(restMs, undefined, { signal: closing.signal }).catch(() => {})
        },
      )
    },
    async rest(limitMs) {
      closing.abort()
      const limit = setTimeout(() => leaving.abort(new Error('The process is ending')), limitMs)
      const names = new Set(boss.getWipData().map(({ name }) => name))
      const resting = Promise.all(Array.from(names, (name) => boss.offWork(name, { wait: true })))
      // What has not ended by then, because the database does not answer either, is taken up when it counts as dead.
      await Promise.race([resting, delay(limitMs + HAND_BACK_LIMIT_MS, undefined, { ref: false })])
      clearTimeout(limit)
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}

/** Makes a queue, or gives one that an earlier version made the options of this one. */
async function keepQueue(boss: PgBoss, name: string, options: Omit<Queue, 'name'>): Promise<void> {
  const wanted = { ...options, notify: true, deleteAfterSeconds: KEPT_SECONDS }
  await boss.createQueue(name, wanted)
  await boss.updateQueue(name, wanted)
}

/**
 * Has the queue's busy workers look for their next job as soon as they have done this one. pg-boss would let each
 * sleep first, for as long as the poll, since a backlog notifies nobody.
 */
function goOnAtOnce(boss: PgBoss, queue: string): void {
  for (const worker of boss.getWipData()) {
    if (worker.name === queue && worker.count > 0) boss.notifyWorker(worker.id)
  }
}
