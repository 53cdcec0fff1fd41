import { addAttachments } from './attach.ts'
import { refuseUnarchivable } from './conformance.ts'
import { draftOf } from '../objects/draft.ts'
import { encryptionBy } from '../objects/encrypt.ts'
import { addMetadata, addOutputIntent } from './metadata.ts'
import type { PdfOptions } from '../options.ts'
import { addPreviewMark } from './preview-mark.ts'
import { addWatermark } from './watermark.ts'
import { type NumberedObjects, writePdf } from '../objects/write.ts'

/** Additions to the merged pages. */
export interface Finish {
  options: PdfOptions
  /** PDF of one sheet with the text of the watermark, as Chromium printed it. */
  mark?: Buffer | undefined
  /** Adds the preview label to every sheet. */
  isPreview?: boolean
}

/**
 * Adds watermark, attachments, metadata and encryption as the options request, and writes the PDF.
 * @throws {NotArchivable} when PDF/A was requested and the document does not conform.
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
