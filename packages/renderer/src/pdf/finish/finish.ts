import { makeAccessible } from './accessible.ts'
import { addAttachments } from './attach.ts'
import { checkConformance } from './conformance.ts'
import { draftOf } from '../objects/draft.ts'
import { createEncryption } from '../objects/encrypt.ts'
import { keepSheets, type PageRange } from './page-ranges.ts'
import { addMetadata, addOutputIntent } from './metadata.ts'
import type { Attachment, Invoice, Metadata, Protection, SignatureField, Watermark } from '../options.ts'
import { addSheetLabel, type SheetLabel } from './sheet-label.ts'
import { addSignatureField } from './signature-field.ts'
import { replaceInvalidCharacters } from './unicode-maps.ts'
import { addWatermark } from './watermark.ts'
import { type NumberedObjects, writePdf } from '../objects/write.ts'

/**
 * Options of a call for its PDF, validated by the caller. Plain data: they are passed to threads and stored with a job.
 */
export interface PdfOptions {
  /** Sheets that stay in the PDF. */
  pageRanges?: PageRange[]
  metadata?: Metadata
  attachments?: Attachment[]
  watermark?: Watermark
  /** Requests PDF/A-3: ISO 19005-3, level B, or level A with `isAccessible`. */
  isArchive?: boolean
  /** Requests PDF/UA-1: ISO 14289-1. */
  isAccessible?: boolean
  invoice?: Invoice
  protection?: Protection
}

/** Additions to the merged pages. */
export interface PdfFinish {
  options: PdfOptions
  /** PDF of one sheet with the text of the watermark, as Chromium printed it. */
  watermarkPdf?: Buffer | undefined
  /** Label on every sheet. */
  label?: SheetLabel | undefined
  /** Field for a signature, which is added to the bytes of the PDF. */
  signature?: SignatureField | undefined
  /** PDF of one sheet that a visible signature shows, as Chromium printed it. */
  signaturePdf?: Buffer | undefined
}

/**
 * Selects the sheets, adds watermark, attachments, metadata and encryption as the options request, and writes the PDF.
 * @throws {ConformanceError} when PDF/A or PDF/UA was requested and the document does not conform.
 * @throws {Refusal} `invalid` when the box of a signature is not on a sheet.
 */
export function finishPdf(
  pages: { objects: NumberedObjects; catalog: number; info: number },
  { options, watermarkPdf, label, signature, signaturePdf }: PdfFinish,
): Buffer {
  const draft = draftOf(pages)
  const { pageRanges, watermark, attachments = [], metadata, isArchive, isAccessible, protection } = options
  if (pageRanges) keepSheets(draft, pageRanges)
  if (isAccessible) makeAccessible(draft, metadata)
  if (watermark && watermarkPdf) addWatermark(draft, watermarkPdf, watermark)
  if (label) addSheetLabel(draft, label)
  if (signature) addSignatureField(draft, signature, signaturePdf)
  // Also those of the watermark and the signature.
  if (isAccessible) replaceInvalidCharacters(draft)
  if (attachments.length > 0) addAttachments(draft, attachments)
  if (metadata || isArchive || isAccessible) addMetadata(draft, options)
  if (isArchive) {
    addOutputIntent(draft)
    checkConformance(draft)
  }
  return writePdf(draft.objects, draft, protection && createEncryption(protection))
}
