import { fromKysely, type Job, PgBoss } from 'pg-boss'
import type { Database } from '../database/database.ts'
import type { Log } from '../log.ts'
import type { ThumbnailJob, ThumbnailQueue } from '../templates/thumbnails.ts'

/** Background work, in the same database as everything else. A job is there if and only if its transaction was committed. */
export interface JobQueue extends AsyncDisposable, ThumbnailQueue {
  /** Queues one generation, under its account: no account's jobs hold up another's. */
  sendGenerate(transaction: Database, generation: { generationId: string; accountId: string }): Promise<void>
  /** Queues one mail a recipient. */
  sendMails(
    transaction: Database,
    generation: { generationId: string; accountId: string; recipients: string[] },
  ): Promise<void>
  /** Starts to work on the queues with these handlers. */
  work(handlers: JobHandlers, concurrency: number): Promise<void>
}

/** What is done for a job. A handler that throws has its job tried again, as often as its queue allows. */
export interface JobHandlers {
  generate(generationId: string, signal: AbortSignal): Promise<void>
  /** Called once when the last attempt at a generation has failed, or its process died in each. */
  giveUpGenerate(generationId: string): Promise<void>
  mail(mail: { generationId: string; recipient: string }): Promise<void>
  thumbnail(job: ThumbnailJob, signal: AbortSignal): Promise<void>
}

const GENERATE = 'generate'
const GENERATE_FAILED = 'generate-failed'
const MAIL = 'mail'
const THUMBNAIL = 'thumbnail'

const DEAD_AFTER_SECONDS = 15
const CONNECTIONS_MAX = 4
const PER_ACCOUNT_MAX = 2
const MAILS_AT_ONCE = 4
/** One an account, so that one account's many keep nobody else's waiting. */
const THUMBNAILS_AT_ONCE = { all: 2, perAccount: 1 }

interface GenerateJob {
  generationId: string
}

interface MailJob extends GenerateJob {
  recipient: string
}

/** Starts the queue's own tables and connections. @throws when the database cannot be reached. */
export async function createJobQueue(options: {
  databaseUrl: string
  /** Whether thumbnails are wanted at all. */
  thumbnails: boolean
  log: Log
}): Promise<JobQueue> {
  const boss = new PgBoss({
    connectionString: options.databaseUrl,
    application_name: 'platen-jobs',
    max: CONNECTIONS_MAX,
    useListenNotify: true,
    // How often jobs of dead processes are looked for.
    superviseIntervalSeconds: 5,
  })
  boss.on('error', (error) => options.log.error({ err: error }, 'the job queue met an error'))
  boss.on('warning', (warning) => options.log.warn({ warning }, 'the job queue warns'))
  await boss.start()
  await boss.createQueue(GENERATE_FAILED, { notify: true, retryLimit: 10, retryDelay: 5, retryBackoff: true })
  await boss.createQueue(GENERATE, {
    notify: true,
    retryLimit: 2,
    retryDelay: 2,
    retryBackoff: true,
    heartbeatSeconds: DEAD_AFTER_SECONDS,
    deadLetter: GENERATE_FAILED,
  })
  await boss.createQueue(MAIL, {
    notify: true,
    retryLimit: 8,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3600,
    heartbeatSeconds: DEAD_AFTER_SECONDS,
  })
  await boss.createQueue(THUMBNAIL, {
    notify: true,
    retryLimit: 2,
    retryDelay: 30,
    retryBackoff: true,
    heartbeatSeconds: DEAD_AFTER_SECONDS,
  })
  return {
    async sendGenerate(transaction, { generationId, accountId }) {
      await boss.send(GENERATE, { generationId }, { db: fromKysely(transaction), group: { id: accountId } })
    },
    async sendMails(transaction, { generationId, accountId, recipients }) {
      for (const recipient of recipients) {
        const mail = { generationId, recipient } satisfies MailJob
        await boss.send(MAIL, mail, { db: fromKysely(transaction), group: { id: accountId } })
      }
    },
    async sendThumbnail(transaction, { accountId, templateId, objectKey }) {
      if (!options.thumbnails) return
      const job = { templateId, objectKey } satisfies ThumbnailJob
      await boss.send(THUMBNAIL, job, { db: fromKysely(transaction), group: { id: accountId } })
    },
    async work(handlers, concurrency) {
      const fair = { groupConcurrency: PER_ACCOUNT_MAX, notifyPollingIntervalSeconds: 5 }
      await boss.work(
        GENERATE,
        { ...fair, localConcurrency: concurrency },
        async ([job]: Job<GenerateJob>[]) => {
          if (job) await handlers.generate(job.data.generationId, job.signal)
        },
      )
      await boss.work(GENERATE_FAILED, async ([job]: Job<GenerateJob>[]) => {
        if (job) await handlers.giveUpGenerate(job.data.generationId)
      })
      await boss.work(MAIL, { ...fair, localConcurrency: MAILS_AT_ONCE }, async ([job]: Job<MailJob>[]) => {
        if (job) await handlers.mail(job.data)
      })
      await boss.work(
        THUMBNAIL,
        {
          ...fair,
          groupConcurrency: THUMBNAILS_AT_ONCE.perAccount,
          localConcurrency: THUMBNAILS_AT_ONCE.all,
        },
        async ([job]: Job<ThumbnailJob>[]) => {
          if (job) await handlers.thumbnail(job.data, job.signal)
        },
      )
    },
    async [Symbol.asyncDispose]() {
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}
