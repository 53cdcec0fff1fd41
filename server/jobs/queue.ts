import { setTimeout as delay } from 'node:timers/promises'
import { fromKysely, type Job, PgBoss, type Queue } from 'pg-boss'
import type { Database } from '../database/database.ts'
import type { Log } from '../log.ts'
import type { ThumbnailJob, ThumbnailQueue } from '../templates/thumbnails.ts'

/** Background work, in the same database as everything else. A job is there if and only if its transaction was committed. */
export interface JobQueue extends AsyncDisposable, ThumbnailQueue {
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
   * Takes up no more jobs and waits for those that run. Generations that still run after `limitMs` are ended and
   * handed back: another process starts them at once, and the attempt does not count. Jobs can still be sent.
   */
  rest(limitMs: number): Promise<void>
}

/**
 * What is done for a job. A handler that throws has its job tried again, as often as its queue allows. `signal`
 * aborts when the job is no longer this handler's: it was given to another for want of a sign of life.
 */
export interface JobHandlers {
  generate(generationId: string, signal: AbortSignal): Promise<void>
  /** Called once when the last attempt at a generation has failed, or its process died in each. */
  giveUpGenerate(generationId: string): Promise<void>
  mail(mail: MailJob, signal: AbortSignal): Promise<void>
  /** Called once when the last attempt at a mail has failed. */
  giveUpMail(mail: MailJob): Promise<void>
  thumbnail(job: ThumbnailJob, signal: AbortSignal): Promise<void>
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

export interface JobQueueOptions {
  databaseUrl: string
  /** Whether thumbnails are wanted at all. */
  thumbnails: boolean
  log: Log
  /** After how many seconds without a sign of life a job is given to another process; at least 10. */
  deadAfterSeconds?: number
  /** Seconds before the second attempt at a mail. */
  mailRetrySeconds?: number
}

const GENERATE = 'generate'
const GENERATE_FAILED = 'generate-failed'
const MAIL = 'mail'
const MAIL_FAILED = 'mail-failed'
const THUMBNAIL = 'thumbnail'

const DEAD_AFTER_SECONDS = 15
// How often jobs of dead processes are looked for.
const LOOK_EVERY_SECONDS = 5
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
const THUMBNAILS_AT_ONCE = { all: 2, perAccount: 1 }
const HAND_BACK_LIMIT_MS = 5_000
// What became of a job is in our own tables.
const KEPT_SECONDS = 3_600
// For what nobody is notified of: jobs whose delay is over.
const POLL_EVERY = { notifyPollingIntervalSeconds: 5 }

/** Starts the queue's own tables and connections. @throws when the database cannot be reached. */
export async function createJobQueue(options: JobQueueOptions): Promise<JobQueue> {
  const boss = new PgBoss({
    connectionString: options.databaseUrl,
    application_name: 'platen-jobs',
    max: CONNECTIONS_MAX,
    useListenNotify: true,
    superviseIntervalSeconds: LOOK_EVERY_SECONDS,
    monitorIntervalSeconds: LOOK_EVERY_SECONDS,
  })
  boss.on('error', (error) => options.log.error({ err: error }, 'the job queue met an error'))
  boss.on('warning', (warning) => options.log.warn({ warning }, 'the job queue warns'))
  const leaving = new AbortController()
  /** As a new job: its old self can then be settled by nobody who still holds it. */
  const handBack = async (job: Job<GenerateJob>) => {
    await boss.send(GENERATE, job.data, job.groupId ? { group: { id: job.groupId } } : {})
    options.log.info({ generationId: job.data.generationId }, 'handed a job back to the queue')
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
    expireInSeconds: MAIL_LIMIT_SECONDS,
    heartbeatSeconds,
    deadLetter: MAIL_FAILED,
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
    async work(handlers, concurrency) {
      await boss.work(
        GENERATE,
        { ...POLL_EVERY, localConcurrency: 2 * concurrency, localGroupConcurrency: concurrency },
        async ([job]: Job<GenerateJob>[]) => {
          goOnAtOnce(boss, GENERATE)
          if (!job) return
          try {
            await handlers.generate(job.data.generationId, AbortSignal.any([job.signal, leaving.signal]))
          } catch (error) {
            if (!leaving.signal.aborted) throw error
            await handBack(job)
          }
        },
      )
      await boss.work(GENERATE_FAILED, POLL_EVERY, async ([job]: Job<GenerateJob>[]) => {
        goOnAtOnce(boss, GENERATE_FAILED)
        if (job) await handlers.giveUpGenerate(job.data.generationId)
      })
      await boss.work(
        MAIL,
        {
          ...POLL_EVERY,
          localConcurrency: MAILS_AT_ONCE,
          localGroupConcurrency: MAILS_AT_ONCE_PER_ACCOUNT,
        },
        async ([job]: Job<MailJob>[]) => {
          goOnAtOnce(boss, MAIL)
          if (job) await handlers.mail(job.data, job.signal)
        },
      )
      await boss.work(MAIL_FAILED, POLL_EVERY, async ([job]: Job<MailJob>[]) => {
        goOnAtOnce(boss, MAIL_FAILED)
        if (job) await handlers.giveUpMail(job.data)
      })
      await boss.work(
        THUMBNAIL,
        {
          ...POLL_EVERY,
          groupConcurrency: THUMBNAILS_AT_ONCE.perAccount,
          localConcurrency: THUMBNAILS_AT_ONCE.all,
        },
        async ([job]: Job<ThumbnailJob>[]) => {
          goOnAtOnce(boss, THUMBNAIL)
          if (job) await handlers.thumbnail(job.data, job.signal)
        },
      )
    },
    async rest(limitMs) {
      const limit = setTimeout(() => leaving.abort(new Error('The process is ending')), limitMs)
      const names = new Set(boss.getWipData().map(({ name }) => name))
      const resting = Promise.all(Array.from(names, (name) => boss.offWork(name, { wait: true })))
      // What has not ended by then, because the database does not answer either, is taken up when it counts as dead.
      await Promise.race([resting, delay(limitMs + HAND_BACK_LIMIT_MS, undefined, { ref: false })])
      clearTimeout(limit)
    },
    async [Symbol.asyncDispose]() {
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
