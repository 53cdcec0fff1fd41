import { randomUUID } from 'node:crypto'
import { Refusal } from '../../errors.ts'
import { parseExactJson } from '../../rendering/fill/exact-json.ts'
import { mayBeCausedByDocument, RenderingFault } from '../../generation/produce.ts'
import { libraryOf } from '../../library/library.ts'
import type { Services } from '../../services.ts'
import {
  findContentWithoutThumbnail,
  setThumbnail,
  type ThumbnailContent,
  type ThumbnailJob,
  thumbnailKey,
} from '../../templates/thumbnails.ts'

/**
 * What a thumbnail job does: prints the content with its sample data, which is `{}` where nobody gave any, and stores
 * a picture of its first sheet.
 * Nothing is charged. A content that cannot be printed so has no thumbnail, and is not tried again; a fault that it
 * may have caused is thrown on, and the queue tries a few times more.
 * @returns `not-now` where anything else was in trouble, as for a generation.
 */
export async function runThumbnailJob(
  services: Services,
  job: ThumbnailJob,
  signal: AbortSignal,
): Promise<'done' | 'not-now'> {
  try {
    await attempt(services, job, signal)
    return 'done'
  } catch (error) {
    signal.throwIfAborted()
    const suspect = mayBeCausedByDocument(error)
    services.log.error(
      { err: error, templateId: job.templateId, suspect },
      'an attempt at a thumbnail failed',
    )
    if (suspect) throw error
    return 'not-now'
  }
}

async function attempt(services: Services, job: ThumbnailJob, signal: AbortSignal): Promise<void> {
  const { database, storage } = services
  const content = await findContentWithoutThumbnail(database, job)
  const source = content && (await storage.readText(job.objectKey))
  if (content === undefined || source === undefined) return
  const picture = await pictureOf(services, { ...content, ...job, source }, signal)
  if (!picture) return
  const thumbnailId = randomUUID()
  await storage.put(thumbnailKey(thumbnailId), picture)
  const printed = { ...job, sampleData: content.sampleData }
  if (!(await setThumbnail(database, printed, thumbnailId))) await storage.remove(thumbnailKey(thumbnailId))
}

async function pictureOf(
  services: Services,
  content: Pick<ThumbnailJob, 'templateId'> & ThumbnailContent & { source: string },
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const { renderer, log, settings } = services
  const { templateId, accountId, contentVersion, egress, region, sampleData, source } = content
  const library = libraryOf(services, accountId)
  // A partition of its own, so that the account's calls never wait for its thumbnails.
  const owner = { partition: `${accountId} thumbnails`, egress, isEphemeral: true }
  const limit = AbortSignal.any([signal, AbortSignal.timeout(settings.thumbnailLimitMs)])
  try {
    return await renderer.picture(
      { owner, source, contentVersion, region, library, element: firstOf(sampleData) },
      limit,
    )
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Refusal)) throw new RenderingFault('The rendering failed', { cause: error })
    if (error.kind === 'busy') throw error
    log.info({ templateId, kind: error.kind }, 'a template has no thumbnail')
    return undefined
  }
}

function firstOf(sampleData: string): string {
  const data = parseExactJson(sampleData)
  return JSON.stringify(Array.isArray(data) ? data[0] : data)
}
