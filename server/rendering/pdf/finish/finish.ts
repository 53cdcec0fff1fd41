import { addAttachments } from './attach.ts'
import { refuseUnarchivable } from './conformance.ts'
import { draftOf } from '../objects/draft.ts'
import { encryptionBy } from '../objects/encrypt.ts'
import { addMetadata, addOutputIntent } from './metadata.ts'
import type { PdfOptions } from '../options.ts'
import { addPreviewMark } from './preview-mark.ts'
import { addWatermark } from './watermark.ts'
import { type NumberedObjects, writePdf } from '../objects/write.ts'

/** What is added to the pages, once they are there. */
export interface Finish {
  options: PdfOptions
  /** The watermark's text, printed by Chromium on a sheet of its own. */
  mark?: Buffer | undefined
  /** Whether every sheet gets the mark of a preview. */
  isPreview?: boolean
}

/**
 * Adds what the caller has asked for to pages, and writes them.
 * @throws {NotArchivable} when it was to be PDF/A and cannot be.
 */
export function finishPdf(
  pages: { objects: NumberedObjects; catalog: number; info: number },
  { options, mark, isPreview }: Finish,
): Buffer {
  const draft = draftOf(pages)
  const { watermark, attachments = [], metadata, isArchive, protection } = options
  if (watermark && mark) addWatermark(draft, mark, watermark)
  if (isPreview) addPreviewMark(draft)
  if (attachments.length > 0) addAttachments(draft, attachments)
  if (metadata || isArchive) addMetadata(draft, options)
  if (isArchive) {
    addOutputIntent(draft)
    refuseUnarchivable(draft)
  }
  return writePdf(draft.objects, draft, protection && encryptionBy(protection))
}
