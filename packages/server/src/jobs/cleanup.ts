import { once } from 'node:events'
import { sql } from 'kysely'
import { queueLowCreditNotices } from '../accounts/low-credits.ts'
import type { Database } from '../database/database.ts'
import { one } from '../database/rows.ts'
import { inBatches } from '../database/batches.ts'
import { failGenerationJob } from './handlers/generations.ts'
import { failAbandoned, GENERATION_RETENTION_DAYS, listLostJobs } from '../generation/generations.ts'
import { deleteExpiredKeys } from '../generation/idempotency.ts'
import { PDF_LIFETIME_MS } from '../generation/urls.ts'
import { deleteExpiredSignIns } from '../identity/sign-in-cleanup.ts'
import { libraryObjectsInUse } from '../library/library.ts'
import type { Log } from '../log.ts'
import { electLeader } from '../operations/leader-election.ts'
import { removeDeletedAccounts } from './remove-accounts.ts'
import type { Services } from '../services.ts'
import { sourcesInUse } from '../templates/stored-versions.ts'
import { thumbnailsInUse } from '../templates/thumbnails.ts'
import { deleteTestDeliveries } from '../webhooks/deliveries.ts'

const RELEASE_EVERY_MS = 5_000
const FAIL_LOST_EVERY_MS = 60_000
const NOTICE_EVERY_MS = 60_000
const CLEAN_EVERY_MS = 3_600_000
// 1 hour longer than the URLs, so that a download that began in time can finish.
const PDF_KEPT_MS = PDF_LIFETIME_MS + 3_600_000
// Far longer than the time between writing an object and writing its row.
const ORPHAN_AGE_MS = 24 * 3_600_000
const CHECKED_AT_ONCE = 500

/** Intervals of the clean-up, in milliseconds. */
export interface CleanupOptions {
  noticeEveryMs?: number
  cleanEveryMs?: number
  /** Interval at which the other processes try to become the leader. */
  leaderPollEveryMs?: number
}

/**
 * Starts the periodic clean-up. Each process releases the reservations of dead processes, fails lost jobs that were
 * accepted a day ago, and queues low-credit notices. Every hour the leader runs the sweep, because listing a large store
 * takes long.
 */
export function startCleanup(
  services: Services,
  databaseUrl: string,
  options: CleanupOptions = {},
): AsyncDisposable {
  const { noticeEveryMs = NOTICE_EVERY_MS, cleanEveryMs = CLEAN_EVERY_MS, leaderPollEveryMs } = options
  const release = repeat(RELEASE_EVERY_MS, services.log, async () => {
    const abandoned = await failAbandoned(services.database)
    if (abandoned > 0) services.log.warn({ abandoned }, 'released the reserved credits of abandoned renders')
  })
  const failLost = repeat(FAIL_LOST_EVERY_MS, services.log, async () => {
    for (const jobId of await listLostJobs(services.database)) {
      services.log.error({ jobId }, 'a job did not end within a day and has failed')
      await failGenerationJob(services, jobId)
    }
  })
  const notice = repeat(noticeEveryMs, services.log, async () => {
    const noticed = await queueLowCreditNotices(services.database, services.queue)
    if (noticed > 0) services.log.info({ noticed }, 'queued notices about low credits')
  })
  const clean = electLeader(
    { databaseUrl, log: services.log },
    async (signal) => {
      const cleaning = repeat(cleanEveryMs, services.log, async (ending) => {
        const removed = await cleanUp(services, await databaseTime(services.database), ending)
        services.log.info({ removed }, 'removed expired rows and objects')
      })
      await aborted(signal)
      await cleaning.stop()
    },
    leaderPollEveryMs === undefined ? {} : { pollEveryMs: leaderPollEveryMs },
  )
  return {
    async [Symbol.asyncDispose]() {
      await Promise.all([
        ...[release, failLost, notice].map((task) => task.stop()),
        clean[Symbol.asyncDispose](),
      ])
    },
  }
}

/**
 * The sweep: removes rows of renders that ended 30 days ago, idempotency keys older than a day, expired sign-in rows,
 * webhook tests older than 30 days, PDFs whose URLs have expired, stored sources, assets and thumbnails without
 * references, and accounts whose deletion is due.
 * @param signal Aborts the clean-up; its reason is thrown.
 * @returns the number removed of each kind.
 */
export async function cleanUp(
  { database, storage }: Pick<Services, 'database' | 'storage'>,
  now: Date,
  signal: AbortSignal = new AbortController().signal,
) {
  const olderThan = (ageMs: number) => ({ storage, before: new Date(now.getTime() - ageMs), signal })
  // Rows first, so that they are removed even when the object store fails.
  return {
    generations: await inBatches((count) => deleteOldGenerations(database, now, count), signal),
    keys: await inBatches((count) => deleteExpiredKeys(database, now, count), signal),
    signIns: await deleteExpiredSignIns(database, now),
    webhookTests: await inBatches((count) => deleteTestDeliveries(database, now, count), signal),
    pdfs: await removeOld('pdfs', olderThan(PDF_KEPT_MS), async () => new Set()),
    // Left by a process that died during a health check of the store.
    probes: await removeOld('probes', olderThan(ORPHAN_AGE_MS), async () => new Set()),
    sources: await removeOld('users', olderThan(ORPHAN_AGE_MS), async (keys) =>
      (await sourcesInUse(database, keys)).union(await libraryObjectsInUse(database, keys)),
    ),
    thumbnails: await removeOld('thumbnails', olderThan(ORPHAN_AGE_MS), (keys) =>
      thumbnailsInUse(database, keys),
    ),
    // Last, so that an account that cannot be removed does not block the rest.
    accounts: await removeDeletedAccounts({ database, storage }, now),
  }
}

async function removeOld(
  prefix: string,
  { storage, before, signal }: { storage: Services['storage']; before: Date; signal: AbortSignal },
  inUse: (keys: string[]) => Promise<Set<string>>,
): Promise<number> {
  let removed = 0
  const old: string[] = []
  const removeUnreferenced = async () => {
    const referenced = await inUse(old)
    for (const key of old) {
      signal.throwIfAborted()
      if (referenced.has(key)) continue
      await storage.remove(key, signal)
      removed += 1
    }
    old.length = 0
  }
  for await (const object of storage.list(prefix, signal)) {
    signal.throwIfAborted()
    if (object.storedAt < before) old.push(object.key)
    if (old.length >= CHECKED_AT_ONCE) await removeUnreferenced()
  }
  await removeUnreferenced()
  return removed
}

/** Returns the time of the database. All processes share this clock, while the clock of a machine may be wrong. */
async function databaseTime(database: Database): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(database)
  return one(rows).now
}

async function deleteOldGenerations(database: Database, now: Date, countMax: number): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with old as (
      select generation_id from generations where status in ('completed', 'failed')
        and completed_at < ${now}::timestamptz - ${GENERATION_RETENTION_DAYS} * interval '1 day'
      limit ${countMax} for update skip locked
    ), deleted as (
      delete from generations using old where generations.generation_id = old.generation_id returning 1
    )
    select count(*) as deleted from deleted`.execute(database)
  return one(rows).deleted
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}

/** Runs `task` now and again `everyMs` after each end. A failure is logged. */
function repeat(everyMs: number, log: Log, task: (signal: AbortSignal) => Promise<void>) {
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const runTask = () => {
    running = task(ending.signal)
      .catch((error: unknown) => {
        if (!ending.signal.aborted) log.error({ err: error }, 'the clean-up failed')
      })
      .then(() => {
        if (!ending.signal.aborted) timer = setTimeout(runTask, everyMs)
      })
  }
  runTask()
  return {
    async stop() {
      ending.abort()
      clearTimeout(timer)
      await running
    },
  }
}
