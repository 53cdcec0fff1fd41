import { constants, inflateSync } from 'node:zlib'
import { dictionaryAt, type PdfFile } from './objects/read.ts'
import { sheetNumbers } from './sheets.ts'
import { referenceOf } from './objects/syntax.ts'

/**
 * Returns whether a PDF from Chromium has its content at full size. Chromium shrinks all content by one factor when
 * something is wider than its sheet. It draws content inside a clip of the page area, at 3.125 units per CSS pixel
 * times that factor, from the left edge of the area.
 * @returns `false` also when the scale cannot be read, for example on sheets with only a drawing or a transformed
 * element.
 */
export function isAtFullSize(file: PdfFile): boolean {
  for (const content of contentStarts(file)) {
    const areas = new Set(clips(content).map(({ left }) => left))
    if (content.matchAll(AT_FULL_SIZE).some(([, left = '']) => areas.has(left))) return true
  }
  return false
}

/** Returns the width of the page area of the first sheet, in CSS pixels. 0 when the sheet has no content. */
export function areaWidth(file: PdfFile): number {
  const [first = ''] = contentStarts(file)
  return clips(first).reduce((widest, { width }) => Math.max(widest, width / UNITS_PER_PIXEL), 0)
}

const UNITS_PER_PIXEL = 3.125
const SHEETS_READ = 8
/** Number of compressed bytes that are read of each sheet: enough for the first texts. */
const START_BYTES = 4 * 1024
const START_LENGTH = 128 * 1024

/** Returns the rectangular clips of a content stream. */
function clips(content: string): { left: string; width: number }[] {
  return Array.from(content.matchAll(CLIP), ([, left = '', width]) => ({ left, width: Number(width) }))
}

const AT_FULL_SIZE = /^3\.125 0 0 3\.125 (\S+) /gm
const CLIP = /^([-.\d]+) [-.\d]+ ([-.\d]+) [-.\d]+ re\nW/gm

function* contentStarts(file: PdfFile): Generator<string> {
  for (const sheet of sheetNumbers(file, SHEETS_READ))
    yield startOf(file, referenceOf(dictionaryAt(file, sheet).get('/Contents')))
}

/** Decompresses the beginning of a content stream. */
function startOf(file: PdfFile, number: number): string {
  const { text, stream } = file.objectAt(number)
  if (!stream || stream.length === 0) return ''
  const start = stream.subarray(0, START_BYTES)
  const content = text.includes('/FlateDecode')
    ? inflateSync(start, { finishFlush: constants.Z_SYNC_FLUSH })
    : start
  return content.toString('latin1', 0, START_LENGTH)
}
