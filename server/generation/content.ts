import type { Readable } from 'node:stream'
import { Refusal } from '../errors.ts'
import type { View } from '../rendering/image/drawer.ts'
import type { Services } from '../services.ts'
import { type Completed, pdfKey } from './generations.ts'

/** What a synchronous call is to be answered with. */
export type ContentType = { kind: 'url' } | { kind: 'pdf' } | { kind: 'png'; view: View }

/** A document itself. */
export interface Content {
  bytes: Buffer | Readable
  size: number
}

type Stores = Pick<Services, 'storage' | 'renderer' | 'log'>

/** Whoever reads slowly would have us keep it in memory for as long; the store keeps it anyway. */
const HELD_BYTES_MAX = 1024 * 1024

/** The picture that a form asks for. */
export function viewIn(form: ContentType): View | undefined {
  return form.kind === 'png' ? form.view : undefined
}

/** What was made just now, in the form that was asked for. */
export async function contentOf(
  { storage, log }: Pick<Stores, 'storage' | 'log'>,
  made: { fileId: string; pdf: Buffer; picture: Buffer | undefined },
  form: ContentType,
): Promise<Content | undefined> {
  if (form.kind === 'url') return undefined
  const bytes = form.kind === 'png' ? made.picture : made.pdf
  if (!bytes) throw new Error('A picture was asked for and not drawn')
  if (bytes.length <= HELD_BYTES_MAX || form.kind === 'png') return { bytes, size: bytes.length }
  const stored = await storage.readStream(pdfKey(made.fileId)).catch((error: unknown) => {
    // It is paid for, and it is here.
    log.warn({ err: error }, 'a PDF could not be read back and is sent from memory')
  })
  return stored ? { bytes: stored.stream, size: stored.size } : { bytes, size: bytes.length }
}

/**
 * The same of a call that was answered before.
 * @throws {Refusal} `not-found` when its PDF is no longer kept; as `Renderer.draw`.
 */
export async function contentOfStored(
  { storage, renderer }: Stores,
  { fileId, accountId }: Completed,
  form: ContentType,
  signal: AbortSignal,
): Promise<Content | undefined> {
  if (form.kind === 'url') return undefined
  if (form.kind === 'pdf') {
    const { stream, size } = (await storage.readStream(pdfKey(fileId))) ?? refuseGone()
    return { bytes: stream, size }
  }
  // Only in its turn: a call is repeated for nothing, and many of them would wait with what they have read.
  const read = async () => (await storage.readBytes(pdfKey(fileId), signal)) ?? refuseGone()
  const bytes = await renderer.draw(read, form.view, accountId, signal)
  return { bytes, size: bytes.length }
}

function refuseGone(): never {
  throw new Refusal('not-found', 'This PDF is no longer kept.')
}
