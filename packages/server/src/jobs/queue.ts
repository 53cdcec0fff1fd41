import { setTimeout as delay } from 'node:timers/promises'
import { fromKysely, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Database } from '../database/database.ts'
import type { JobSender } from '../database/job-sender.ts'
import type { Log } from '../log.ts'
import type { Services } from '../services.ts'
import { type OutageDelays, runAttempt } from './attempt.ts'
import { type JobData, type JobKind, jobKinds, type JobKinds } from './kinds.ts'

/** Job queue in the database of the service. */
export interface JobQueue extends AsyncDisposable, JobSender<JobData> {
  /** Starts to run jobs of all kinds, and their schedules. */
  work(services: Services): Promise<void>
  /**
   * Drains the workers: starts no more jobs and waits for those that run. A job that still runs after `limitMs` is
   * aborted and requeued: another process can start it at once, and the attempt does not count. Jobs can still be sent.
   */
  drain(limitMs: number): Promise<void>
}

/** Options of the queue. */
export interface JobQueueOptions {
  databaseUrl: string
  database: Database
  /** Default: all kinds, with their default limits. */
  kinds?: Partial<JobKinds>
  /** False for a process that only sends jobs. It runs neither jobs nor schedules. */
  works: boolean
  /** False: jobs for thumbnails are not queued. */
  thumbnails?: boolean
  log: Log
  /** Time without a heartbeat after which another process takes over a job, in seconds, at least 10. */
  heartbeatSeconds?: number
  /** Seconds between polls for jobs whose delay is over. */
  pollEverySeconds?: number
  /** Time limit of a query. After it, the connection to PostgreSQL is closed. In milliseconds. */
  queryTimeoutMs?: number
  /** Delays of a job while a component of the service fails. */
  outageDelays?: OutageDelays
}

const HEARTBEAT_SECONDS = 15
// Interval of polls for jobs of dead processes and for jobs whose delay is over. These cause no notification. One worker
// of each queue polls, and wakes the next one when it gets a job.
const POLL_EVERY_SECONDS = 5
// Interval of the polls that pg-boss makes for each worker. They are rare, because they are a load on an idle database.
const WORKER_POLL_EVERY_SECONDS = 60
// Removing finished jobs may take some seconds.
const QUERY_TIMEOUT_MS = 30_000
const CONNECTIONS_MAX = 4
/** At most 1 minute between retries, so that a job starts soon after a recovery. */
const OUTAGE_DELAYS = { firstSeconds: 5, maxSeconds: 60, totalSeconds: 3_600 }
const REQUEUE_LIMIT_MS = 5_000
// Jobs for sign-in mails contain secrets, so they are removed soon.
const REMOVED_EVERY_SECONDS = 60
// The results of the jobs are in the tables of the service.
const KEPT_SECONDS = 3_600

/** Creates the tables and the connections of the queue. @throws when the database cannot be reached. */
export async function createJobQueue(options: JobQueueOptions): Promise<JobQueue> {
  const { database, kinds = jobKinds(), works, log, heartbeatSeconds = HEARTBEAT_SECONDS } = options
  const connections = {
    connectionString: options.databaseUrl,
    application_name: 'platen-jobs',
    max: CONNECTIONS_MAX,
    // The pool closes the connection, too. pg-boss passes options that it does not use on to the pool.
    query_timeout: options.queryTimeoutMs ?? QUERY_TIMEOUT_MS,
  }
  const boss = new PgBoss({
    ...connections,
    useListenNotify: works,
    schedule: works,
    superviseIntervalSeconds: POLL_EVERY_SECONDS,
    monitorIntervalSeconds: POLL_EVERY_SECONDS,
    maintenanceIntervalSeconds: REMOVED_EVERY_SECONDS,
  })
  boss.on('error', (error) => log.error({ err: error }, 'an error in the job queue'))
  boss.on('warning', (warning) => log.warn({ warning }, 'a warning of the job queue'))
  const aborting = new AbortController()
  const closing = new AbortController()
  await boss.start()
  await defineQueues(boss, kinds, heartbeatSeconds)

  const workOn = async <Data extends object>(name: string, kind: JobKind<Data>, services: Services) => {
    const context = {
      boss,
      database,
      services,
      outageDelays: options.outageDelays ?? OUTAGE_DELAYS,
      closing: closing.signal,
      aborting: aborting.signal,
    }
    await boss.work(
      name,
      {
        ...kind.concurrency,
        notifyPollingIntervalSeconds: WORKER_POLL_EVERY_SECONDS,
        // The metadata is needed to requeue a job unchanged.
        includeMetadata: true,
      },
      async ([job]: JobWithMetadata<Data>[]) => {
        wakeBusy(boss, name)
        wakeIdle(boss, name)
        if (job) await runAttempt(context, kind, job)
      },
    )
    // A run that was due while no process ran is started once.
    if (kind.cron !== undefined) await boss.schedule(name, kind.cron, {}, { missed: 'once' })
  }
  let polls: NodeJS.Timeout | undefined
  return {
    async send(kind, transaction, jobs) {
      if (kind === 'thumbnail' && options.thumbnails === false) return
      const inserted = jobs.map(({ data, accountId, priority = 0 }) => ({
        data,
        priority,
        ...(accountId !== undefined && { group: { id: accountId } }),
      }))
      await boss.insert(kind, inserted, { db: fromKysely(transaction.withoutPlugins()) })
    },
    async work(services) {
      const pollEveryMs = 1_000 * (options.pollEverySeconds ?? POLL_EVERY_SECONDS)
      polls = setInterval(() => Object.keys(kinds).forEach((name) => wakeIdle(boss, name)), pollEveryMs)
      for (const [name, kind] of Object.entries(kinds)) await workOn(name, kind, services)
    },
    async drain(limitMs) {
      closing.abort()
      clearInterval(polls)
      const limit = setTimeout(() => aborting.abort(new Error('The process is ending')), limitMs)
      const names = new Set(boss.getWipData().map(({ name }) => name))
      const stopping = Promise.all(Array.from(names, (name) => boss.offWork(name, { wait: true })))
      // If the database does not answer in time, another process takes over the remaining jobs after their heartbeat.
      await Promise.race([stopping, delay(limitMs + REQUEUE_LIMIT_MS, undefined, { ref: false })])
      clearTimeout(limit)
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      clearInterval(polls)
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}

/** Creates the queues, or updates the options of existing ones. */
async function defineQueues(boss: PgBoss, kinds: Partial<JobKinds>, heartbeatSeconds: number): Promise<void> {
  const existing = new Set((await boss.getQueues()).map(({ name }) => name))
  for (const [name, { queue }] of Object.entries(kinds)) {
    const { policy, ...options } = {
      deleteAfterSeconds: KEPT_SECONDS,
      ...queue,
      heartbeatSeconds,
      notify: true,
    }
    if (existing.has(name)) await boss.updateQueue(name, options)
    else await boss.createQueue(name, { ...options, ...(policy && { policy }) })
  }
}

/**
 * Makes the busy workers of a queue fetch their next job as soon as they have finished this one. Otherwise pg-boss lets
 * each worker sleep for the poll interval, since a backlog causes no notification.
 */
function wakeBusy(boss: PgBoss, queue: string): void {
  for (const worker of boss.getWipData()) {
    if (worker.name === queue && worker.count > 0) boss.notifyWorker(worker.id)
  }
}

/** Makes an idle worker of a queue fetch a job. */
function wakeIdle(boss: PgBoss, queue: string): void {
  const idle = boss.getWipData().find(({ name, count }) => name === queue && count === 0)
  if (idle) boss.notifyWorker(idle.id)
}
