import { finishPdf, type Finish } from './finish/finish.ts'
import { mergePdfs } from './merge/merge.ts'
import { readPdf } from './objects/read.ts'
import { writePdf } from './objects/write.ts'

/**
 * Makes one PDF of several that Chromium has printed, in their order: pages, tags, links and outline are kept,
 * and what is the same in them (fonts, images) is stored once. One alone is only packed.
 * @param finish What else the caller wants of it.
 * @throws {PdfError} when one is not what Chromium writes.
 * @throws {NotArchivable} when it was to be PDF/A and cannot be.
 */
export function assemblePdf(parts: Buffer[], finish?: Finish): Buffer {
  const merged = mergePdfs(parts.map(readPdf))
  if (finish) return finishPdf(merged, finish)
  const { objects, ...roots } = merged
  return writePdf(objects, roots)
}
