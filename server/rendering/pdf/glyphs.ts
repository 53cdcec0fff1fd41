import { inflateSync } from 'node:zlib'
import { dictionaryAt, type PdfFile, type PdfObject } from './read.ts'
import { sheetNumbers } from './sheets.ts'
import { type Dictionary, dictionaryOf, referenceOf } from './syntax.ts'

/** No more of a document is looked through: some hundred sheets, which take 30 ms. */
const CONTENT_BYTES_MAX = 4 * 1024 * 1024
/** Text in a font of ours: two bytes a glyph, in hexadecimal. The first glyph of a font stands for all that it lacks. */
export const MISSING = /<(?:[0-9A-F]{4})*?0000(?:[0-9A-F]{4})*> Tj/

/** Whether a PDF of Chromium's shows a box or nothing in place of a character that no font has. */
export function lacksGlyphs(file: PdfFile): boolean {
  let bytesLeft = CONTENT_BYTES_MAX
  for (const { text, stream } of drawn(file)) {
    const content = stream && contentOf(text, stream, bytesLeft)
    if (content === undefined) return false
    if (MISSING.test(content.toString('latin1'))) return true
    bytesLeft -= content.length
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

/** @returns undefined for what is longer than `bytesMax`. */
function contentOf(text: string, stream: Buffer, bytesMax: number): Buffer | undefined {
  if (!text.includes('/FlateDecode')) return stream.length <= bytesMax ? stream : undefined
  try {
    return bytesMax > 0 ? inflateSync(stream, { maxOutputLength: bytesMax }) : undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
