import { once } from 'node:events'
import { sql } from 'kysely'
import { queueLowCreditNotices } from '../accounts/low-credits.ts'
import type { Database } from '../database/database.ts'
import { inBatches } from '../database/batches.ts'
import { giveUpGenerationJob } from './handlers/generations.ts'
import { failAbandoned, GENERATION_KEPT_DAYS, listLost } from '../generation/generations.ts'
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
const GIVE_UP_EVERY_MS = 60_000
const NOTICE_EVERY_MS = 60_000
const CLEAN_EVERY_MS = 3_600_000
// A little longer than the URLs, so that a download that began in time ends well.
const PDF_KEPT_MS = PDF_LIFETIME_MS + 3_600_000
// Far longer than any write takes between its object and its row.
const ORPHAN_AGE_MS = 24 * 3_600_000
const LOOKED_UP_AT_ONCE = 500

/**
 * Starts the house-keeping: reservations of dead processes go back at once, and jobs that the queue has lost are given
 * up after a day. Old objects go every hour, by one process for all: a look at a large store takes long.
 */
export function startCleanup(
  services: Services,
  databaseUrl: string,
  options: { noticeEveryMs?: number; cleanEveryMs?: number; dutyLookEveryMs?: number } = {},
): AsyncDisposable {
  const { noticeEveryMs = NOTICE_EVERY_MS, cleanEveryMs = CLEAN_EVERY_MS, dutyLookEveryMs } = options
  const release = repeat(RELEASE_EVERY_MS, services.log, async () => {
    const abandoned = await failAbandoned(services.database)
    if (abandoned > 0) services.log.warn({ abandoned }, 'gave back the credits of abandoned generations')
  })
  const giveUp = repeat(GIVE_UP_EVERY_MS, services.log, async () => {
    for (const jobId of await listLost(services.database)) {
      services.log.error({ jobId }, 'a job has not ended in a day and is given up')
      await giveUpGenerationJob(services, jobId)
    }
  })
  const notice = repeat(noticeEveryMs, services.log, async () => {
    const noticed = await queueLowCreditNotices(services.database, services.queue)
    if (noticed > 0) services.log.info({ noticed }, 'told accounts that their credits are few')
  })
  const clean = electLeader(
    { databaseUrl, log: services.log },
    async (signal) => {
      const cleaning = repeat(cleanEveryMs, services.log, async (ending) => {
        const removed = await cleanUp(services, await databaseTime(services.database), ending)
        services.log.info({ removed }, 'removed what nobody needs any more')
      })
      await aborted(signal)
      await cleaning.stop()
    },
    dutyLookEveryMs === undefined ? {} : { pollEveryMs: dutyLookEveryMs },
  )
  return {
    async [Symbol.asyncDispose]() {
      await Promise.all([
        ...[release, giveUp, notice].map((task) => task.stop()),
        clean[Symbol.asyncDispose](),
      ])
    },
  }
}

/**
 * Removes the accounts that were left two weeks ago, the PDFs whose URLs have expired, the stored sources, assets and
 * thumbnails that nothing refers to, the rows of calls that ended 30 days ago, the keys of calls made a day
 * ago, and what is over of signing in.
 * @param signal Ends it in the midst of its work; its reason is thrown.
 * @returns how many of each went.
 */
export async function cleanUp(
  { database, storage }: Pick<Services, 'database' | 'storage'>,
  now: Date,
  signal = new AbortController().signal,
) {
  const olderThan = (ageMs: number) => ({ storage, before: new Date(now.getTime() - ageMs), signal })
  // Rows first: they go whatever state the object store is in.
  return {
    generations: await inBatches((count) => forgetGenerations(database, now, count), signal),
    keys: await inBatches((count) => deleteExpiredKeys(database, now, count), signal),
    signIns: await deleteExpiredSignIns(database, now),
    webhookTests: await inBatches((count) => deleteTestDeliveries(database, now, count), signal),
    pdfs: await removeOld('pdfs', olderThan(PDF_KEPT_MS), async () => new Set()),
    // Left by a process that died while it looked whether the store is there.
    probes: await removeOld('probes', olderThan(ORPHAN_AGE_MS), async () => new Set()),
    sources: await removeOld('users', olderThan(ORPHAN_AGE_MS), async (keys) =>
      (await sourcesInUse(database, keys)).union(await libraryObjectsInUse(database, keys)),
    ),
    thumbnails: await removeOld('thumbnails', olderThan(ORPHAN_AGE_MS), (keys) =>
      thumbnailsInUse(database, keys),
    ),
    // Last: one that cannot be removed is in nobody's way.
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
  const removeThese = async () => {
    const kept = await inUse(old)
    for (const key of old) {
      signal.throwIfAborted()
      if (kept.has(key)) continue
      await storage.remove(key, signal)
      removed += 1
    }
    old.length = 0
  }
  for await (const object of storage.list(prefix, signal)) {
    signal.throwIfAborted()
    if (object.storedAt < before) old.push(object.key)
    if (old.length >= LOOKED_UP_AT_ONCE) await removeThese()
  }
  await removeThese()
  return removed
}

/** What is old is decided by the one clock that all processes share: that of a machine may be wrong. */
async function databaseTime(database: Database): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(database)
  if (!rows[0]) throw new Error('The database has no time')
  return rows[0].now
}

async function forgetGenerations(database: Database, now: Date, countMax: number): Promise<number> {
  const { rows } = await sql<{ forgotten: number }>`
    with old as (
      select generation_id from generations where status in ('completed', 'failed')
        and completed_at < ${now}::timestamptz - ${GENERATION_KEPT_DAYS} * interval '1 day'
      limit ${countMax} for update skip locked
    ), forgotten as (
      delete from generations using old where generations.generation_id = old.generation_id returning 1
    )
    select count(*) as forgotten from forgotten`.execute(database)
  return rows[0]?.forgotten ?? 0
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}

/** Does `task` now and then every so often; one that fails is logged and simply comes round again. */
function repeat(everyMs: number, log: Log, task: (signal: AbortSignal) => Promise<void>) {
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const turn = () => {
    running = task(ending.signal)
      .catch((error: unknown) => {
        if (!ending.signal.aborted) log.error({ err: error }, 'house-keeping failed')
      })
      .then(() => {
        if (!ending.signal.aborted) timer = setTimeout(turn, everyMs)
      })
  }
  turn()
  return {
    async stop() {
      ending.abort()
      clearTimeout(timer)
      await running
    },
  }
}
