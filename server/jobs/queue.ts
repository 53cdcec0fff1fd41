import { setTimeout as delay } from 'node:timers/promises'
import { fromKysely, type Job, PgBoss } from 'pg-boss'
import type { Database } from '../database/database.ts'
import type { Log } from '../log.ts'

/** Background work, in the same database as everything else. A job is there if and only if its transaction was committed. */
export interface JobQueue extends AsyncDisposable {
  /** Queues one generation, under its account: no account's jobs hold up another's. */
  sendGenerate(transaction: Database, generation: { generationId: string; accountId: string }): Promise<void>
  /** Queues one mail a recipient. */
  sendMails(
    transaction: Database,
    generation: { generationId: string; accountId: string; recipients: string[] },
  ): Promise<void>
  /** Starts to work on the queues with these handlers. */
  work(handlers: JobHandlers, concurrency: number): Promise<void>
  /**
   * Takes up no more jobs and waits for those that run. Generations that still run after `limitMs` are ended and
   * handed back: another process starts them at once, and the attempt does not count. Jobs can still be sent.
   */
  rest(limitMs: number): Promise<void>
}

/** What is done for a job. A handler that throws has its job tried again, as often as its queue allows. */
export interface JobHandlers {
  generate(generationId: string, signal: AbortSignal): Promise<void>
  /** Called once when the last attempt at a generation has failed, or its process died in each. */
  giveUpGenerate(generationId: string): Promise<void>
  mail(mail: { generationId: string; recipient: string }): Promise<void>
}

const GENERATE = 'generate'
const GENERATE_FAILED = 'generate-failed'
const MAIL = 'mail'

const DEAD_AFTER_SECONDS = 15
const CONNECTIONS_MAX = 4
const PER_ACCOUNT_MAX = 2
const MAILS_AT_ONCE = 4
const HAND_BACK_LIMIT_MS = 5_000

interface GenerateJob {
  generationId: string
}

interface MailJob extends GenerateJob {
  recipient: string
}

/** Starts the queue's own tables and connections. @throws when the database cannot be reached. */
export async function createJobQueue(options: { databaseUrl: string; log: Log }): Promise<JobQueue> {
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
  const leaving = new AbortController()
  /** As a new job: its old self can then be settled by nobody who still holds it. */
  const handBack = async (job: Job<GenerateJob>) => {
    await boss.send(GENERATE, job.data, job.groupId ? { group: { id: job.groupId } } : {})
    options.log.info({ generationId: job.data.generationId }, 'handed a job back to the queue')
  }
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
    async work(handlers, concurrency) {
      const fair = { groupConcurrency: PER_ACCOUNT_MAX, notifyPollingIntervalSeconds: 5 }
      await boss.work(
        GENERATE,
        { ...fair, localConcurrency: concurrency },
        async ([job]: Job<GenerateJob>[]) => {
          if (!job) return
          try {
            await handlers.generate(job.data.generationId, AbortSignal.any([job.signal, leaving.signal]))
          } catch (error) {
            if (!leaving.signal.aborted) throw error
            await handBack(job)
          }
        },
      )
      await boss.work(GENERATE_FAILED, async ([job]: Job<GenerateJob>[]) => {
        if (job) await handlers.giveUpGenerate(job.data.generationId)
      })
      await boss.work(MAIL, { ...fair, localConcurrency: MAILS_AT_ONCE }, async ([job]: Job<MailJob>[]) => {
        if (job) await handlers.mail(job.data)
      })
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
