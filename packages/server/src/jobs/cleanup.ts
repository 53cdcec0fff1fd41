import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { one } from '../database/rows.ts'
import { inBatches } from '../database/batches.ts'
import { deleteOldBatches, deleteOldRows, isKept, objectsOfBatches } from '../batches/batches.ts'
import { GENERATION_RETENTION_DAYS } from '../generation/generations.ts'
import { deleteExpiredKeys } from '../generation/idempotency.ts'
import { PDF_LIFETIME_MS } from '../generation/urls.ts'
import { deleteExpiredSignIns } from '../identity/sign-in-cleanup.ts'
import { deleteExpiredInvitations } from '../identity/teams/invitations.ts'
import { objectsInUse } from '../content/objects.ts'
import { removeDeletedAccounts } from './remove-accounts.ts'
import type { Services } from '../services.ts'
import { thumbnailsInUse } from '../templates/thumbnails.ts'
import { deleteOldDeliveries } from '../webhooks/deliveries.ts'
import { deleteExpiredListeners } from '../webhooks/listeners.ts'

// 1 hour longer than the URLs, so that a download that began in time can finish.
const PDF_KEPT_MS = PDF_LIFETIME_MS + 3_600_000
// Far longer than the time between writing an object and writing its row.
const ORPHAN_AGE_MS = 24 * 3_600_000
const CHECKED_AT_ONCE = 500

/**
 * The sweep: removes rows of renders that ended 30 days ago, idempotency keys older than a day, expired sign-in rows and invitations,
 * webhook events without a job older than 30 days, expired listeners, PDFs whose URLs have expired, stored sources, assets and thumbnails without
 * references, ended batches older than 30 days, and accounts whose deletion is due.
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
    invitations: await deleteExpiredInvitations(database, now),
    webhookEvents: await inBatches((count) => deleteOldDeliveries(database, now, count), signal),
    listeners: await deleteExpiredListeners(database),
    batchRows: await inBatches((count) => deleteOldRows(database, now, count), signal),
    batches: await inBatches((count) => deleteOldBatches(database, now, count), signal),
    pdfs: await removeOld('pdfs', olderThan(PDF_KEPT_MS), (keys) =>
      objectsOfBatches(database, keys, { now, keptMs: PDF_KEPT_MS }),
    ),
    parts: await removeOld('batches', olderThan(ORPHAN_AGE_MS), (keys) =>
      objectsOfBatches(database, keys, { now, keptMs: PDF_KEPT_MS }),
    ),
    // Left by a process that died during a health check of the store.
    probes: await removeOld('probes', olderThan(ORPHAN_AGE_MS), async () => new Set()),
    contents: await removeOld('users', olderThan(ORPHAN_AGE_MS), (keys) => objectsInUse(database, keys)),
    thumbnails: await removeOld('thumbnails', olderThan(ORPHAN_AGE_MS), (keys) =>
      thumbnailsInUse(database, keys),
    ),
    // Last, so that an account that cannot be removed does not block the rest.
    accounts: await removeDeletedAccounts({ database, storage }, now, signal),
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

async function deleteOldGenerations(database: Database, now: Date, countMax: number): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with old as (
      select generation_id from generations where status in ('completed', 'failed')
        and completed_at < ${now}::timestamptz - ${GENERATION_RETENTION_DAYS} * interval '1 day'
        and not exists (select from batches where batches.batch_id = generations.batch_id and (${isKept(now)}))
      limit ${countMax} for update skip locked
    ), deleted as (
      delete from generations using old where generations.generation_id = old.generation_id returning 1
    )
    select count(*) as deleted from deleted`.execute(database)
  return one(rows).deleted
}
