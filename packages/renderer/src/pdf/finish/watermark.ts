import type { Draft } from '../objects/draft.ts'
import { readPdf } from '../objects/read.ts'
import { textOf, type Value } from '../objects/syntax.ts'
import type { Watermark } from '../options.ts'
import { type ImportedSheet, importSheet } from './import-sheet.ts'
import { type Box, boxOf, stampSheets } from './stamp.ts'

/** Font size in which the text of a watermark is printed, in points. */
export const WATERMARK_FONT_SIZE = 15
/** Length of a watermark without a size, as a share of the longest line that fits on the sheet at its angle. */
const LENGTH_SHARE = 0.8
/** Largest font size of a watermark without a size, in points. */
const AUTOMATIC_SIZE_MAX = 144
const POINTS_PER_PIXEL = 0.75

/**
 * Draws a watermark on every sheet.
 * @param printed a PDF with the text in the middle of one sheet, as Chromium printed it: shaped, with its fonts.
 */
export function addWatermark(draft: Draft, printed: Buffer, watermark: Watermark): void {
  const imported = importSheet(draft, readPdf(printed))
  const mark = { ...imported, textWidth: textWidthIn(imported.content, imported.width) }
  const states = new Map<string, Value>([
    ['/ca', String(watermark.opacity)],
    ['/CA', String(watermark.opacity)],
  ])
  const state = draft.add({ text: textOf(states) })
  stampSheets(draft, {
    resources: {
      '/XObject': ['/PlatenMark', mark.reference],
      '/ExtGState': ['/PlatenMarkState', state],
    },
    isBehind: watermark.isBehind,
    draw: (sheet) => `/PlatenMarkState gs\n${matrix(watermark, boxOf(sheet), mark)} cm\n/PlatenMark Do`,
  })
}

interface Mark extends ImportedSheet {
  /** Width of the text without the space around it. */
  textWidth: number
}

/** Returns the matrix that rotates and scales the mark around the centre of the sheet. */
function matrix({ angle, size }: Watermark, sheet: Box, mark: Mark): string {
  const radians = (angle * Math.PI) / 180
  const [cosine, sine] = [Math.cos(radians), Math.sin(radians)]
  const lineMax = Math.min(
    sheet.width / Math.max(Math.abs(cosine), 1e-6),
    sheet.height / Math.max(Math.abs(sine), 1e-6),
  )
  const fontSize =
    size ?? Math.min(AUTOMATIC_SIZE_MAX, ((LENGTH_SHARE * lineMax) / mark.textWidth) * WATERMARK_FONT_SIZE)
  const scale = fontSize / WATERMARK_FONT_SIZE
  const [a, b] = [scale * cosine, scale * sine]
  const [x, y] = [mark.width / 2, mark.height / 2]
  const middle = [sheet.left + sheet.width / 2, sheet.bottom + sheet.height / 2] as const
  return [a, b, -b, a, middle[0] - a * x + b * y, middle[1] - b * x - a * y]
    .map((value) => String(Number(value.toFixed(5))))
    .join(' ')
}

/** Returns the width of a text that is centred on a sheet. */
function textWidthIn(content: string, width: number): number {
  const starts = Array.from(
    content.matchAll(/^1 0 0 -1 (-?[\d.]+) -?[\d.]+ Tm$/gm),
    ([, x]) => Number(x) * POINTS_PER_PIXEL,
  )
  const start = starts.length === 0 ? 0 : Math.min(...starts)
  return Math.max(WATERMARK_FONT_SIZE, width - 2 * start)
}
