import { contentOf, dictionaryAt, type PdfFile, type PdfObject } from './objects/read.ts'
import { sheetNumbers } from './sheets.ts'
import { type Dictionary, dictionaryOf, referenceOf } from './objects/syntax.ts'

/** No more of a document is looked through: some hundred sheets, which take 30 ms. */
const CONTENT_BYTES_MAX = 4 * 1024 * 1024
const HEX_GLYPH_LENGTH = 4

/** Whether a PDF of Chromium's shows a box or nothing in place of a character that no font has. */
export function lacksGlyphs(file: PdfFile): boolean {
  let bytesLeft = CONTENT_BYTES_MAX
  for (const object of drawn(file)) {
    const content = contentOf(object, bytesLeft)
    if (content === undefined) return false
    if (showsMissingGlyph(content.toString('latin1'))) return true
    bytesLeft -= content.length
  }
  return false
}

/**
 * Whether drawing operators show a glyph that is missing, in one pass. Text in a font of ours is two bytes a glyph, in
 * hexadecimal, and the first glyph of a font stands for all that it lacks.
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

/** What the sheets show, and what is shown in it. */
function* drawn(file: PdfFile): Generator<PdfObject> {
  const forms = new Set<number>()
  for (const sheet of sheetNumbers(file)) {
    const dictionary = dictionaryAt(file, sheet)
    yield file.objectAt(referenceOf(dictionary.get('/Contents')))
    for (const form of formsIn(dictionary)) forms.add(form)
  }
  // Those that forms hold are added while the set is walked.
  for (const number of forms) {
    const object = file.objectAt(number)
    if (!object.text.includes('/Subtype /Form')) continue
    yield object
    for (const form of formsIn(dictionaryOf(object.text))) forms.add(form)
  }
}

function formsIn(dictionary: Dictionary): number[] {
  const resources = dictionary.get('/Resources')
  const shown = resources instanceof Map ? resources.get('/XObject') : undefined
  return shown instanceof Map ? Array.from(shown.values(), referenceOf) : []
}
