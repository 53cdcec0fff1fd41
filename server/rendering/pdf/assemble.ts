import { mergePdfs } from './merge.ts'
import { readPdf } from './read.ts'
import { writePdf } from './write.ts'

/**
 * Makes one PDF of several that Chromium has printed, in their order: pages, tags, links and outline are kept,
 * and what is the same in them (fonts, images) is stored once. One alone is only packed.
 * @throws {PdfError} when one is not what Chromium writes.
 */
export function assemblePdf(parts: Buffer[]): Buffer {
  const { objects, ...roots } = mergePdfs(parts.map(readPdf))
  return writePdf(objects, roots)
}
