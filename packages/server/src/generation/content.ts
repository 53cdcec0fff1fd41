import type { Readable } from 'node:stream'
import { Refusal } from '@platen/template/refusal'
import type { View } from '@platen/renderer/service'
import type { Services } from '../services.ts'
import { type Completed, pdfKey } from './generations.ts'
import { PDF_LIFETIME } from './urls.ts'

/** Content of the response to a synchronous call. */
export type ContentType = { kind: 'url' } | { kind: 'pdf' } | { kind: 'png'; view: View }

/** Bytes of a PDF or image. */
export interface Content {
  bytes: Buffer | Readable
  size: number
}

type ContentServices = Pick<Services, 'storage' | 'renderer' | 'log'>

/** Larger PDFs are streamed from the store, so that a slow client does not keep them in memory. */
const IN_MEMORY_BYTES_MAX = 1024 * 1024

/** Returns the sheet and size of the requested image, or `undefined` when the content is no image. */
export function viewFor(contentType: ContentType): View | undefined {
  return contentType.kind === 'png' ? contentType.view : undefined
}

/** Returns the content of a new render, or `undefined` when the response is a URL. */
export async function contentOf(
  { storage, log }: Pick<ContentServices, 'storage' | 'log'>,
  rendered: { fileId: string; pdf: Buffer; image: Buffer | undefined },
  contentType: ContentType,
): Promise<Content | undefined> {
  if (contentType.kind === 'url') return undefined
  const bytes = contentType.kind === 'png' ? rendered.image : rendered.pdf
  if (!bytes) throw new Error('The requested image was not drawn')
  if (bytes.length <= IN_MEMORY_BYTES_MAX || contentType.kind === 'png') return { bytes, size: bytes.length }
  const stored = await storage.readStream(pdfKey(rendered.fileId)).catch((error: unknown) => {
    // The PDF is charged, so it is sent from memory.
    log.warn({ err: error }, 'cannot read a stored PDF; it is sent from memory')
  })
  return stored ? { bytes: stored.stream, size: stored.size } : { bytes, size: bytes.length }
}

/**
 * Returns the content of a stored render, for a repeated call, or `undefined` when the response is a URL.
 * @throws {Refusal} `not-found` when the PDF has expired; as `Renderer.draw`.
 */
export async function contentOfStored(
  { storage, renderer }: ContentServices,
  { fileId, accountId }: Completed,
  contentType: ContentType,
  signal: AbortSignal,
): Promise<Content | undefined> {
  if (contentType.kind === 'url') return undefined
  if (contentType.kind === 'pdf') {
    const { stream, size } = (await storage.readStream(pdfKey(fileId))) ?? refuseExpired()
    return { bytes: stream, size }
  }
  // Reads the PDF only once the call has a slot. Repeated calls are free, so many of them could wait with a PDF in memory.
  const read = async () => (await storage.readBytes(pdfKey(fileId), signal)) ?? refuseExpired()
  const bytes = await renderer.draw(read, contentType.view, accountId, signal)
  return { bytes, size: bytes.length }
}

function refuseExpired(): never {
  throw new Refusal('not-found', `This PDF has expired. PDFs are kept for ${PDF_LIFETIME}.`)
}
