import { contentOf, dictionaryAt, type PdfFile } from './objects/read.ts'
import { referenceOf } from './objects/syntax.ts'

/**
 * Returns whether the last sheet of a PDF from Chromium shows more than the background and the margin boxes of its
 * page. Chromium clips elements to the page area, and draws everything else outside of that clip.
 */
export function showsElementAtEnd(file: PdfFile): boolean {
  const content = shortContentOf(file, sheetNumbers(file).at(-1) ?? 0, { bytes: CONTENT_BYTES_MAX })
  return content === undefined || /\sW\*?\s+n\s/.test(content)
}

/**
 * Counts the sheets at the end of a PDF from Chromium that show nothing but white, the background of most documents.
 * The first sheet never counts.
 */
export function blankSheetsAtEnd(file: PdfFile): number {
  if (countSheets(file) > SHEETS_MAX) return 0
  const sheets = sheetNumbers(file)
  const budget = { bytes: CONTENT_BYTES_MAX }
  const lastUsed = sheets.findLastIndex(
    (sheet) =>
      !shortContentOf(file, sheet, budget)
        ?.split('\n')
        .every((operation) => WHITE.test(operation)),
  )
  return sheets.length - 1 - Math.max(lastUsed, 0)
}

/** Returns the number of sheets. */
export function countSheets(file: PdfFile): number {
  return Number(dictionaryAt(file, rootOf(file)).get('/Count'))
}

/** Returns the longest side of any sheet, in points. */
export function longestSide(file: PdfFile): number {
  const sides = sheetNumbers(file).flatMap((sheet) => dictionaryAt(file, sheet).get('/MediaBox'))
  return sides.reduce((longest, side) => Math.max(longest, Number(side)), 0)
}

/**
 * Returns the object numbers of the first sheets, in their order.
 * @param countMax by default 1,000: a document with more sheets is rejected.
 */
export function sheetNumbers(file: PdfFile, countMax = SHEETS_MAX): number[] {
  const numbers: number[] = []
  const add = (number: number) => {
    const kids = dictionaryAt(file, number).get('/Kids')
    if (!Array.isArray(kids)) return void numbers.push(number)
    for (const kid of kids) if (numbers.length < countMax) add(referenceOf(kid))
  }
  add(rootOf(file))
  return numbers
}

function rootOf(file: PdfFile): number {
  return referenceOf(dictionaryAt(file, file.catalog).get('/Pages'))
}

/**
 * Reads the content stream of a sheet, if it is short enough for margin boxes alone.
 * @param budget number of bytes that may still be decompressed.
 * @returns `undefined` when the stream is too long or exceeds the budget.
 */
function shortContentOf(file: PdfFile, sheet: number, budget: { bytes: number }): string | undefined {
  const object = file.objectAt(referenceOf(dictionaryAt(file, sheet).get('/Contents')))
  if (!object.stream || object.stream.length === 0) return ''
  if (object.stream.length > MARGINS_BYTES_MAX) return undefined
  const content = contentOf(object, budget.bytes)
  budget.bytes -= content?.length ?? 0
  return content?.toString('latin1')
}

/** A document with more sheets is rejected. */
const SHEETS_MAX = 1_000
const MARGINS_BYTES_MAX = 16 * 1024
/** Decompressed bytes of all sheets together: reading them takes about 30 ms. */
const CONTENT_BYTES_MAX = 16 * 1024 * 1024
/** Operators by which Chromium fills a sheet with white. */
const WHITE = /^(?:[qQf]?|EMC|1 1 1 RG 1 1 1 rg|\/\w+ gs|[-.\d ]+ (?:cm|re)|\/\w+ <<\/MCID \d+ >>BDC)$/
