import { Refusal } from '@platen/template/refusal'
import { finishPdf, type PdfFinish } from './finish/finish.ts'
import { mergePdfs } from './merge/merge.ts'
import { readPdf } from './objects/read.ts'
import { writePdf } from './objects/write.ts'
import { writeMergeablePdf } from './objects/write-mergeable.ts'

/** Bytes of all parts of a split PDF. Images that are stored once in the PDF are in each of its parts. */
const SPLIT_BYTES_MAX = 200 * 1024 * 1024

/**
 * Merges PDFs that Chromium printed, or `combinePdfs` wrote, into one, in their order. Pages, tags, links and the outline
 * are copied. Objects that several parts share, such as fonts and images, are stored once. A single part is only
 * compressed.
 * @param finish additions to the merged pages.
 * @throws {PdfError} when a part is not a PDF as Chromium writes it.
 * @throws {ConformanceError} when PDF/A was requested and the document does not conform.
 */
export function assemblePdf(parts: Buffer[], finish?: PdfFinish): Buffer {
  const merged = mergePdfs(parts.map(readPdf))
  if (finish) return finishPdf(merged, finish)
  const { objects, ...roots } = merged
  return writePdf(objects, roots)
}

/**
 * Merges PDFs as `assemblePdf` does, into one that `assemblePdf` can merge with others.
 * @throws {PdfError} when a part is not a PDF as Chromium writes it.
 */
export function combinePdfs(parts: Buffer[]): Buffer {
  const { objects, ...roots } = mergePdfs(parts.map(readPdf))
  return writeMergeablePdf(objects, roots)
}

/**
 * Splits a PDF that Chromium printed after the given numbers of sheets.
 * @param finish additions to each part.
 * @param bytesMax bytes of all parts.
 * @throws {Refusal} `invalid` when the parts are too large together.
 * @throws as `assemblePdf`.
 */
export function splitPdf(
  pdf: Buffer,
  sheets: readonly number[],
  finish?: PdfFinish,
  bytesMax = SPLIT_BYTES_MAX,
): Buffer[] {
  const file = readPdf(pdf)
  let last = 0
  let bytes = 0
  return sheets.map((count) => {
    const first = last + 1
    last += count
    const options = { ...finish?.options, pageRanges: [{ first, last }] }
    const part = finishPdf(mergePdfs([file]), { ...finish, options })
    bytes += part.length
    if (bytes > bytesMax) throw new Refusal('invalid', 'The documents are too large together.')
    return part
  })
}
