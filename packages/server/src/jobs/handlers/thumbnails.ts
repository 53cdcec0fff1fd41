import { randomUUID } from 'node:crypto'
import { Refusal } from '@platen/template/refusal'
import { parseExactJson } from '@platen/template/exact-json'
import { mayBeCausedByDocument, RenderingFault } from '../../generation/produce.ts'
import { libraryOf } from '../../content/library.ts'
import type { Services } from '../../services.ts'
import {
  findThumbnailContent,
  setThumbnail,
  type ThumbnailContent,
  type ThumbnailJob,
  thumbnailKey,
} from '../../templates/thumbnails.ts'

/**
 * Runs a thumbnail job: renders the template with its sample data, `{}` by default, and stores an image of the first
 * sheet. Nothing is charged. A template that cannot be rendered has no thumbnail and is not retried. Rethrows a fault
 * that the template may have caused, and the queue retries the job a few times.
 * @returns `postpone` when anything else failed, as for a render.
 */
export async function runThumbnailJob(
  services: Services,
  job: ThumbnailJob,
  signal: AbortSignal,
): Promise<'done' | 'postpone'> {
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
    return 'postpone'
  }
}

async function attempt(services: Services, job: ThumbnailJob, signal: AbortSignal): Promise<void> {
  const { database, storage } = services
  const content = await findThumbnailContent(database, job)
  const source = content && (await storage.readText(job.objectKey))
  if (content === undefined || source === undefined) return
  const image = await renderImage(services, { ...content, ...job, source }, signal)
  if (!image) return
  const thumbnailId = randomUUID()
  await storage.put(thumbnailKey(thumbnailId), image)
  const isSet = await setThumbnail(database, { ...job, sampleData: content.sampleData }, thumbnailId)
  if (!isSet) await storage.remove(thumbnailKey(thumbnailId))
}

async function renderImage(
  services: Services,
  content: Pick<ThumbnailJob, 'templateId'> & ThumbnailContent & { source: string },
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const { renderer, log, settings } = services
  const { templateId, accountId, contentVersion, egress, region, sampleData, source } = content
  const library = libraryOf(services, accountId)
  // A separate tenant, so that the calls of the account never wait for its thumbnails.
  const owner = { tenant: `${accountId} thumbnails`, egress, isEphemeral: true }
  const limit = AbortSignal.any([signal, AbortSignal.timeout(settings.thumbnailLimitMs)])
  try {
    return await renderer.renderThumbnail(
      { owner, source, contentVersion, region, library, element: firstElement(sampleData) },
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

function firstElement(sampleData: string): string {
  const data = parseExactJson(sampleData)
  return JSON.stringify(Array.isArray(data) ? data[0] : data)
}
