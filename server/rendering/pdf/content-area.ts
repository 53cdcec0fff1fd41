import { constants, inflateSync } from 'node:zlib'
import { dictionaryAt, type PdfFile } from './read.ts'
import { sheetNumbers } from './sheets.ts'
import { referenceOf } from './syntax.ts'

/**
 * Tells whether a PDF of Chromium's shows the content of its pages at full size. Chromium shrinks all content by one
 * factor when something is wider than its sheet. It draws content inside a clip of the page area, at 3.125 units per
 * CSS pixel times that factor, from the left edge of the area.
 * @returns false also when the sheets do not show it, such as sheets with only a drawing or a transformed element.
 */
export function isAtFullSize(file: PdfFile): boolean {
  return startsOf(file).some((content) =>
    clips(content).some(({ left, start }) => content.includes(`\nq\n3.125 0 0 3.125 ${left} `, start)),
  )
}

/** Returns the width of the page area of the first sheet, in CSS pixels; 0 when the sheet has no content. */
export function areaWidth(file: PdfFile): number {
  const [first = ''] = startsOf(file, 1)
  return Math.max(0, ...clips(first).map(({ width }) => width / UNITS_PER_PIXEL))
}

const UNITS_PER_PIXEL = 3.125
const SHEETS_READ = 8
/** Compressed bytes that are read of each sheet: enough for the first texts. */
const START_BYTES = 8 * 1024

/** The rectangular clips of a content stream, and the index of the operation that sets each. */
function clips(content: string): { left: string; width: number; start: number }[] {
  return content
    .matchAll(CLIP)
    .map(({ 1: left = '', 2: width, index }) => ({ left, width: Number(width), start: index }))
    .toArray()
}

const CLIP = /^([-.\d]+) [-.\d]+ ([-.\d]+) [-.\d]+ re\nW/gm

function startsOf(file: PdfFile, sheets = SHEETS_READ): string[] {
  return sheetNumbers(file)
    .slice(0, sheets)
    .map((sheet) => startOf(file, referenceOf(dictionaryAt(file, sheet).get('/Contents'))))
}

/** Unpacks the beginning of a content stream. */
function startOf(file: PdfFile, number: number): string {
  const { text, stream } = file.objectAt(number)
  if (!stream || stream.length === 0) return ''
  const start = stream.subarray(0, START_BYTES)
  const content = text.includes('/FlateDecode')
    ? inflateSync(start, { finishFlush: constants.Z_SYNC_FLUSH })
    : start
  return content.toString('latin1')
}
