import { inflateSync } from 'node:zlib'
import { dictionaryAt, type PdfFile } from './read.ts'
import { referenceOf } from './syntax.ts'

/**
 * Tells whether the last sheet of a PDF of Chromium's shows more than the background and the margin boxes of its page.
 * Chromium clips elements to the area of the page, and draws everything else outside of that clip.
 */
export function showsElementAtEnd(file: PdfFile): boolean {
  const content = contentOf(file, sheetNumbers(file).at(-1) ?? 0)
  return content === undefined || /\sW\*?\s+n\s/.test(content)
}

/**
 * Counts the sheets at the end of a PDF of Chromium's on which nothing is drawn but white, the background of most
 * documents. The first sheet never counts.
 */
export function blankSheetsAtEnd(file: PdfFile): number {
  const sheets = sheetNumbers(file)
  const lastUsed = sheets.findLastIndex(
    (sheet) =>
      !contentOf(file, sheet)
        ?.split('\n')
        .every((operation) => WHITE.test(operation)),
  )
  return sheets.length - 1 - Math.max(lastUsed, 0)
}

/** How many sheets a PDF has. */
export function countSheets(file: PdfFile): number {
  return Number(dictionaryAt(file, rootOf(file)).get('/Count'))
}

/** The longest side of any sheet, in points. */
export function longestSide(file: PdfFile): number {
  const sides = sheetNumbers(file).flatMap((sheet) => dictionaryAt(file, sheet).get('/MediaBox'))
  return Math.max(...sides.map(Number))
}

/** The numbers of a PDF's sheets, in their order. */
export function sheetNumbers(file: PdfFile): number[] {
  return sheetsOf(file, rootOf(file))
}

function rootOf(file: PdfFile): number {
  return referenceOf(dictionaryAt(file, file.catalog).get('/Pages'))
}

function sheetsOf(file: PdfFile, number: number): number[] {
  const kids = dictionaryAt(file, number).get('/Kids')
  return Array.isArray(kids) ? kids.flatMap((kid) => sheetsOf(file, referenceOf(kid))) : [number]
}

/** The operations that draw a sheet; undefined where they are too many for margin boxes alone. */
function contentOf(file: PdfFile, sheet: number): string | undefined {
  const { text, stream } = file.objectAt(referenceOf(dictionaryAt(file, sheet).get('/Contents')))
  if (!stream || stream.length === 0) return ''
  if (stream.length > MARGINS_BYTES_MAX) return undefined
  const content = text.includes('/FlateDecode')
    ? inflateSync(stream, { maxOutputLength: MARGINS_BYTES_MAX * INFLATED_MAX })
    : stream
  return content.toString('latin1')
}

const MARGINS_BYTES_MAX = 16 * 1024
/** Nothing that is deflated grows by more. */
const INFLATED_MAX = 1_032
/** What Chromium writes where it fills a sheet with white. */
const WHITE = /^(?:[qQf]?|EMC|1 1 1 RG 1 1 1 rg|\/\w+ gs|[-.\d ]+ (?:cm|re)|\/\w+ <<\/MCID \d+ >>BDC)$/
