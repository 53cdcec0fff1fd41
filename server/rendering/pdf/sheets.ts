import { inflateSync } from 'node:zlib'
import { dictionaryAt, type PdfFile } from './read.ts'
import { referenceOf } from './syntax.ts'

/**
 * How many sheets at the end of a PDF of Chromium's have nothing on them but the page's background and margin
 * boxes: what a forced break before nothing leaves. Chromium clips the content of a sheet to the page's area
 * and draws everything else outside of that clip, so a sheet without one is blank. The first never counts.
 */
export function blankSheetsAtEnd(file: PdfFile): number {
  const sheets = sheetNumbers(file)
  const lastUsed = sheets.findLastIndex((sheet) => isUsed(file, sheet))
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

function isUsed(file: PdfFile, sheet: number): boolean {
  const { text, stream } = file.objectAt(referenceOf(dictionaryAt(file, sheet).get('/Contents')))
  if (!stream || stream.length > EMPTY_BYTES_MAX) return stream !== undefined
  const content = text.includes('/FlateDecode')
    ? inflateSync(stream, { maxOutputLength: CONTENT_BYTES_MAX })
    : stream
  return /\sW\*?\s+n\s/.test(content.toString('latin1'))
}

/** A sheet with more than this has something on it; margin boxes need far less. */
const EMPTY_BYTES_MAX = 256 * 1024
// Nothing that is deflated grows by more than 1,032 times.
const CONTENT_BYTES_MAX = EMPTY_BYTES_MAX * 1_032
