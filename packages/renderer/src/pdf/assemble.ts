import { finishPdf, type PdfFinish } from './finish/finish.ts'
import { mergePdfs } from './merge/merge.ts'
import { readPdf } from './objects/read.ts'
import { writePdf } from './objects/write.ts'

/**
 * Merges PDFs that Chromium printed into one, in their order. Pages, tags, links and the outline are copied. Objects
 * that several parts share, such as fonts and images, are stored once. A single part is only compressed.
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
