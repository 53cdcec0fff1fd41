import { contentOf, dictionaryAt, type PdfFile } from './read.ts'
import { referenceOf } from './syntax.ts'

/**
 * How many sheets at the end of a PDF of Chromium's have nothing on them but the page's background and margin
 * boxes: what a forced break before nothing leaves. Chromium clips the content of a sheet to the page's area
 * and draws everything else outside of that clip, so a sheet without one is blank. The first never counts.
 */
export function blankSheetsAtEnd(file: PdfFile): number {
  if (countSheets(file) > SHEETS_MAX) return 0
  const sheets = sheetNumbers(file)
  const budget = { bytes: CONTENT_BYTES_MAX }
  const lastUsed = sheets.findLastIndex((sheet) => isUsed(file, sheet, budget))
  return sheets.length - 1 - Math.max(lastUsed, 0)
}

/** How many sheets a PDF has. */
export function countSheets(file: PdfFile): number {
  return Number(dictionaryAt(file, rootOf(file)).get('/Count'))
}

/** The longest side of any sheet, in points. */
export function longestSide(file: PdfFile): number {
  const sides = sheetNumbers(file).flatMap((sheet) => dictionaryAt(file, sheet).get('/MediaBox'))
  return sides.reduce((longest, side) => Math.max(longest, Number(side)), 0)
}

/** The numbers of a PDF's first 1,000 sheets, in their order: a document with more is refused. */
export function sheetNumbers(file: PdfFile): number[] {
  const numbers: number[] = []
  const add = (number: number) => {
    const kids = dictionaryAt(file, number).get('/Kids')
    if (!Array.isArray(kids)) return void numbers.push(number)
    for (const kid of kids) if (numbers.length < SHEETS_MAX) add(referenceOf(kid))
  }
  add(rootOf(file))
  return numbers
}

function rootOf(file: PdfFile): number {
  return referenceOf(dictionaryAt(file, file.catalog).get('/Pages'))
}

/** @param budget Bytes that may still be unpacked. Where they do not suffice the sheet counts as used. */
function isUsed(file: PdfFile, sheet: number, budget: { bytes: number }): boolean {
  const object = file.objectAt(referenceOf(dictionaryAt(file, sheet).get('/Contents')))
  if (!object.stream || object.stream.length > EMPTY_BYTES_MAX) return object.stream !== undefined
  const content = contentOf(object, budget.bytes)
  if (content === undefined) return true
  budget.bytes -= content.length
  return /\sW\*?\s+n\s/.test(content.toString('latin1'))
}

/** What reading a document's sheets may cost: one with more of them is refused. */
const SHEETS_MAX = 1_000
/** A sheet with more than this has something on it; margin boxes need far less. */
const EMPTY_BYTES_MAX = 256 * 1024
/** Unpacked, of all sheets that are looked at: reading them takes some 30 ms. */
const CONTENT_BYTES_MAX = 16 * 1024 * 1024
