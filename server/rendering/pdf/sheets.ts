import { inflateSync } from 'node:zlib'
import { dictionaryAt, type PdfFile } from './read.ts'
import { referenceOf } from './syntax.ts'

/**
 * How many sheets at the end of a PDF of Chromium's have nothing on them but the page's background and margin
 * boxes: what a forced break before nothing leaves. Chromium clips the content of a sheet to the page's area
 * and draws everything else outside of that clip, so a sheet without one is blank. The first never counts.
 */
export function blankSheetsAtEnd(file: PdfFile): number {
  const sheets = sheetsOf(file, rootOf(file))
  const lastUsed = sheets.findLastIndex((sheet) => /\sW\*?\s+n\s/.test(contentOf(file, sheet)))
  return sheets.length - 1 - Math.max(lastUsed, 0)
}

/** How many sheets a PDF has. */
export function countSheets(file: PdfFile): number {
  return Number(dictionaryAt(file, rootOf(file)).get('/Count'))
}

function rootOf(file: PdfFile): number {
  return referenceOf(dictionaryAt(file, file.catalog).get('/Pages'))
}

function sheetsOf(file: PdfFile, number: number): number[] {
  const kids = dictionaryAt(file, number).get('/Kids')
  return Array.isArray(kids) ? kids.flatMap((kid) => sheetsOf(file, referenceOf(kid))) : [number]
}

function contentOf(file: PdfFile, sheet: number): string {
  const object = file.objectAt(referenceOf(dictionaryAt(file, sheet).get('/Contents')))
  if (!object.stream) return ''
  const content = object.text.includes('/FlateDecode') ? inflateSync(object.stream) : object.stream
  return content.toString('latin1')
}
