import { inflateSync } from 'node:zlib'
import { dictionaryAt, type PdfFile } from './read.ts'
import { referenceOf } from './syntax.ts'

/** Counts the sheets at the end of a PDF of Chromium's on which nothing is drawn. The first sheet never counts. */
export function blankSheetsAtEnd(file: PdfFile): number {
  const sheets = sheetNumbers(file)
  const lastUsed = sheets.findLastIndex((sheet) => !isBlank(file, sheet))
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

/** Tells whether a sheet has nothing on it, or white alone: the background of most documents. */
function isBlank(file: PdfFile, sheet: number): boolean {
  const { text, stream } = file.objectAt(referenceOf(dictionaryAt(file, sheet).get('/Contents')))
  if (!stream || stream.length === 0) return true
  if (stream.length > WHITE_BYTES_MAX) return false
  const content = text.includes('/FlateDecode')
    ? inflateSync(stream, { maxOutputLength: WHITE_BYTES_MAX * INFLATED_MAX })
    : stream
  return content
    .toString('latin1')
    .split('\n')
    .every((operation) => WHITE.test(operation))
}

/** A stream that only fills a sheet with white is shorter than this, also when it is deflated. */
const WHITE_BYTES_MAX = 256
/** Nothing that is deflated grows by more. */
const INFLATED_MAX = 1_032
/** What Chromium writes where it fills a sheet with white. */
const WHITE = /^(?:[qQf]?|EMC|1 1 1 RG 1 1 1 rg|\/\w+ gs|[-.\d ]+ (?:cm|re)|\/\w+ <<\/MCID \d+ >>BDC)$/
