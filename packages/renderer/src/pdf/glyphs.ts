import { contentOf, dictionaryAt, type PdfFile, type PdfObject } from './objects/read.ts'
import { sheetNumbers } from './sheets.ts'
import { type Dictionary, dictionaryOf, referenceOf } from './objects/syntax.ts'

/** Limit on the content that is searched, decompressed: about 100 sheets, which take 30 ms. */
const CONTENT_BYTES_MAX = 4 * 1024 * 1024
const HEX_GLYPH_LENGTH = 4

/** Returns whether a PDF from Chromium shows a box or nothing for a character that no font has. */
export function hasMissingGlyphs(file: PdfFile): boolean {
  let bytesLeft = CONTENT_BYTES_MAX
  for (const object of contentStreams(file)) {
    const content = contentOf(object, bytesLeft)
    if (content === undefined) return false
    if (showsMissingGlyph(content.toString('latin1'))) return true
    bytesLeft -= content.length
  }
  return false
}

/**
 * Returns whether a content stream shows a missing glyph, in one pass. Chromium writes text as two bytes per glyph, in
 * hexadecimal. Glyph 0 of a font stands for every character that the font lacks.
 */
export function showsMissingGlyph(content: string): boolean {
  for (let open = content.indexOf('<'); open !== -1; open = content.indexOf('<', open + 1)) {
    const close = content.indexOf('>', open)
    if (close === -1) return false
    if (content.startsWith('> Tj', close))
      for (let glyph = open + 1; glyph < close; glyph += HEX_GLYPH_LENGTH)
        if (content.startsWith('0000', glyph)) return true
    open = close
  }
  return false
}

/** Yields the content streams of the sheets, then those of the forms that they draw. */
function* contentStreams(file: PdfFile): Generator<PdfObject> {
  const forms = new Set<number>()
  for (const sheet of sheetNumbers(file)) {
    const dictionary = dictionaryAt(file, sheet)
    yield file.objectAt(referenceOf(dictionary.get('/Contents')))
    for (const form of formsIn(dictionary)) forms.add(form)
  }
  // Forms within forms are added while the loop runs.
  for (const number of forms) {
    const object = file.objectAt(number)
    if (!object.text.includes('/Subtype /Form')) continue
    yield object
    for (const form of formsIn(dictionaryOf(object.text))) forms.add(form)
  }
}

function formsIn(dictionary: Dictionary): number[] {
  const resources = dictionary.get('/Resources')
  const forms = resources instanceof Map ? resources.get('/XObject') : undefined
  return forms instanceof Map ? Array.from(forms.values(), referenceOf) : []
}
