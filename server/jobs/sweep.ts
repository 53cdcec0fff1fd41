import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { giveUpGenerationJob } from '../generation/deliver.ts'
import { failAbandoned, listLost } from '../generation/generations.ts'
import { forgetKeys } from '../generation/idempotency.ts'
import { PDF_LIFETIME_MS } from '../generation/urls.ts'
import type { Log } from '../log.ts'
import type { Services } from '../services.ts'
import { thumbnailsInUse } from '../templates/thumbnails.ts'
import { forgetTests } from '../webhooks/deliveries.ts'

const RELEASE_EVERY_MS = 5_000
const GIVE_UP_EVERY_MS = 60_000
const CLEAN_EVERY_MS = 3_600_000
// A little longer than the URLs, so that a download that began in time ends well.
const PDF_KEPT_MS = PDF_LIFETIME_MS + 3_600_000
// Far longer than any write takes between its object and its row.
const ORPHAN_AGE_MS = 24 * 3_600_000
const JOB_KEPT_DAYS = 30
const LOOKED_UP_AT_ONCE = 500

/**
 * Starts the house-keeping: reservations of dead processes go back at once, old objects every hour, and jobs that
 * the queue has lost are given up after a day.
 */
export function startSweeping(services: Services): AsyncDisposable {
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
  const clean = repeat(CLEAN_EVERY_MS, services.log, async () => {
    const removed = await cleanUp(services, new Date())
    services.log.info({ removed }, 'removed what nobody needs any more')
  })
  return {
    async [Symbol.asyncDispose]() {
      await Promise.all([release.stop(), giveUp.stop(), clean.stop()])
    },
  }
}

/**
 * Removes the PDFs whose URLs have expired, the stored sources and thumbnails that no template refers to, the rows
 * of calls that ended 30 days ago, and the keys of calls made a day ago.
 * @returns how many of each went.
 */
export async function cleanUp(services: Pick<Services, 'database' | 'storage'>, now: Date) {
  return {
    pdfs: await removeOlder(services, 'pdfs', new Date(now.getTime() - PDF_KEPT_MS), async () => new Set()),
    // Left by a process that died while it looked whether the store is there.
    probes: await removeOlder(
      services,
      'probes',
      new Date(now.getTime() - ORPHAN_AGE_MS),
      async () => new Set(),
    ),
    sources: await removeOlder(services, 'users', new Date(now.getTime() - ORPHAN_AGE_MS), (keys) =>
      keysInUse(services.database, keys),
    ),
    thumbnails: await removeOlder(services, 'thumbnails', new Date(now.getTime() - ORPHAN_AGE_MS), (keys) =>
      thumbnailsInUse(services.database, keys),
    ),
    generations: await forgetGenerations(services.database, now),
    keys: await forgetKeys(services.database, now),
    webhookTests: await forgetTests(services.database, now),
  }
}

async function removeOlder(
  { storage }: Pick<Services, 'storage'>,
  prefix: string,
  before: Date,
  inUse: (keys: string[]) => Promise<Set<string>>,
): Promise<number> {
  let removed = 0
  const old: string[] = []
  const removeOld = async () => {
    const kept = await inUse(old)
    for (const key of old) {
      if (kept.has(key)) continue
      await storage.remove(key)
      removed += 1
    }
    old.length = 0
  }
  for await (const object of storage.list(prefix)) {
    if (object.storedAt < before) old.push(object.key)
    if (old.length >= LOOKED_UP_AT_ONCE) await removeOld()
  }
  await removeOld()
  return removed
}

async function keysInUse(database: Database, keys: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ objectKey: string }>`
    select object_key as "objectKey" from templates where object_key = any(${keys}::text[])`.execute(database)
  return new Set(rows.map((row) => row.objectKey))
}

async function forgetGenerations(database: Database, now: Date): Promise<number> {
  const { rows } = await sql<{ forgotten: number }>`
    with forgotten as (
      delete from generations where status in ('completed', 'failed')
        and completed_at < ${now}::timestamptz - ${JOB_KEPT_DAYS} * interval '1 day'
      returning 1
    )
    select count(*) as forgotten from forgotten`.execute(database)
  return rows[0]?.forgotten ?? 0
}

/** Does `task` now and then every so often; one that fails is logged and simply comes round again. */
function repeat(everyMs: number, log: Log, task: () => Promise<void>) {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const turn = () => {
    running = task()
      .catch((error: unknown) => log.error({ err: error }, 'house-keeping failed'))
      .then(() => {
        if (!stopped) timer = setTimeout(turn, everyMs)
      })
  }
  turn()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
