import { randomUUID } from 'node:crypto'
import { Refusal } from '../errors.ts'
import type { Services } from '../services.ts'
import {
  findContentWithoutThumbnail,
  setThumbnail,
  type ThumbnailJob,
  thumbnailKey,
} from '../templates/thumbnails.ts'

/** A template that takes longer with no data at all has no thumbnail. */
const LIMIT_MS = 10_000

/**
 * What a thumbnail job does: prints the content with `{}` as its data and stores a picture of its first sheet.
 * Nothing is charged. A content that cannot be printed so has no thumbnail, and is not tried again; a fault is
 * thrown on, and the queue does.
 */
export async function runThumbnailJob(
  services: Services,
  job: ThumbnailJob,
  signal: AbortSignal,
): Promise<void> {
  const { database, storage, log } = services
  const content = await findContentWithoutThumbnail(database, job)
  const source = content && (await storage.readText(job.objectKey))
  if (content === undefined || source === undefined) return
  const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)])
  const thumbnailId = randomUUID()
  try {
    const { accountId, contentVersion, egress } = content
    // A partition of its own, so that the account's calls never wait for its thumbnails.
    const owner = { partition: `${accountId} thumbnails`, egress, isPassing: true }
    const picture = await services.renderer.picture({ owner, source, contentVersion }, limit)
    await storage.put(thumbnailKey(thumbnailId), picture)
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Refusal) || error.kind === 'busy') throw error
    log.info({ templateId: job.templateId, kind: error.kind }, 'a template has no thumbnail')
    return
  }
  if (!(await setThumbnail(database, job, thumbnailId))) await storage.remove(thumbnailKey(thumbnailId))
}
