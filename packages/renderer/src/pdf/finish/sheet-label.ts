import type { Draft } from '../objects/draft.ts'
import { type Box, boxOf, stampSheets } from './stamp.ts'
import type { Dictionary } from '../objects/syntax.ts'

/** Text of a label. */
export type SheetLabel = 'PREVIEW' | 'TEST'

/** Letters as lines, 10 units high, with their width. */
const LETTERS: Readonly<Record<string, readonly [width: number, path: string]>> = {
  P: [5.6, '0 0 m 0 10 l 3.2 10 l 6.4 10 6.4 5 3.2 5 c 0 5 l S'],
  R: [5.8, '0 0 m 0 10 l 3.2 10 l 6.4 10 6.4 5 3.2 5 c 0 5 l S 3 5 m 5.8 0 l S'],
  E: [5, '5 10 m 0 10 l 0 0 l 5 0 l S 0 5 m 4.3 5 l S'],
  V: [7, '0 10 m 3.5 0 l 7 10 l S'],
  I: [0, '0 0 m 0 10 l S'],
  W: [10, '0 10 m 2.5 0 l 5 9 l 7.5 0 l 10 10 l S'],
  T: [6.4, '0 10 m 6.4 10 l S 3.2 10 m 3.2 0 l S'],
  S: [5.6, '5.4 8.6 m 4.8 10.2 0.2 10.4 0.2 7.6 c 0.2 4.6 5.6 5.4 5.6 2.4 c 5.6 -0.6 0.4 -0.4 0 1.6 c S'],
}
const LETTER_SPACING = 2.4
const PADDING = 4
const HEIGHT = 10 + 2 * PADDING

/** Opacity of the label. Content below it stays visible, also when two PDFs are compared. */
const OPACITY = 0.75
/** Width of the label: its usual minimum in points, and its share of the shorter side of the sheet. */
const WIDTH_MIN = 48
const WIDTH_SHARE = 0.08
/** Largest share of the width or height of a small sheet that the label takes. */
const SHARE_MAX = 0.5
/** Distance from the edges of the sheet, as a share of the width of the label. */
const MARGIN_SHARE = 0.09

/**
 * Draws a small label over the top right corner of every sheet. The letters are lines, so they need no font.
 */
export function addSheetLabel(draft: Draft, text: SheetLabel): void {
  const { width, content } = drawLabel(text)
  const entries = [
    '/Type /XObject /Subtype /Form',
    `/BBox [0 0 ${width} ${HEIGHT}]`,
    // A group, so that the opacity applies to the label as a whole.
    '/Group <</Type /Group /S /Transparency>>',
    `/Resources <<>> /Length ${content.length}`,
  ]
  const label = draft.add({ text: `<<${entries.join('\n')}>>`, stream: Buffer.from(content, 'latin1') })
  const state = draft.add({ text: `<</ca ${OPACITY} /CA ${OPACITY}>>` })
  stampSheets(draft, {
    resources: {
      '/XObject': ['/PlatenLabel', label],
      '/ExtGState': ['/PlatenLabelState', state],
    },
    isBehind: false,
    draw: (sheet) => `/PlatenLabelState gs\n${placement(sheet, width)}\n/PlatenLabel Do`,
  })
}

/** Returns the operators that draw the label, and its width in the units of the letters. */
function drawLabel(text: SheetLabel): { width: number; content: string } {
  const lines = ['0.15 G 1.4 w']
  let left = PADDING
  for (const letter of text) {
    const drawn = LETTERS[letter]
    if (!drawn) throw new Error(`The label has no letter ${letter}`)
    const [width, path] = drawn
    lines.push(`q 1 0 0 1 ${left.toFixed(2)} ${PADDING} cm ${path} Q`)
    left += width + LETTER_SPACING
  }
  const width = Number((left - LETTER_SPACING + PADDING).toFixed(2))
  const frame = ['1 J 1 j 1 g 0.4 G 0.8 w', `0.5 0.5 ${width - 1} ${HEIGHT - 1} re B`]
  return { width, content: `${[...frame, ...lines].join('\n')}\n` }
}

/** Returns the operators that move the label into the corner that a reader sees at the top right. */
function placement(sheet: Dictionary, labelWidth: number): string {
  const box = visibleBox(sheet)
  const rightAngles = (((Number(sheet.get('/Rotate') ?? 0) / 90) % 4) + 4) % 4
  const [width, height] = rightAngles % 2 === 0 ? [box.width, box.height] : [box.height, box.width]
  const usual = Math.max(WIDTH_MIN, WIDTH_SHARE * Math.min(width, height))
  const scale = Math.min(usual, SHARE_MAX * width, (SHARE_MAX * height * labelWidth) / HEIGHT) / labelWidth
  const margin = MARGIN_SHARE * labelWidth * scale
  const [x, y] = [width - margin - labelWidth * scale, height - margin - HEIGHT * scale]
  const numbers = [scale, 0, 0, scale, x, y].map((value) => Number(value.toFixed(5)))
  return `${frameOf(box, rightAngles)} cm\n${numbers.join(' ')} cm`
}

/**
 * Returns the matrix from coordinates as a reader sees them to those of a rotated sheet.
 * @param rightAngles the rotation of the sheet, clockwise, in multiples of 90°.
 */
function frameOf({ left, bottom, width, height }: Box, rightAngles: number): string {
  const [right, top] = [left + width, bottom + height]
  if (rightAngles === 1) return `0 1 -1 0 ${right} ${bottom}`
  if (rightAngles === 2) return `-1 0 0 -1 ${right} ${top}`
  if (rightAngles === 3) return `0 -1 1 0 ${left} ${top}`
  return `1 0 0 1 ${left} ${bottom}`
}

/** Returns the part of a sheet that readers show. */
function visibleBox(sheet: Dictionary): Box {
  const media = boxOf(sheet)
  if (!sheet.has('/CropBox')) return media
  const crop = boxOf(sheet, '/CropBox')
  const left = Math.max(media.left, crop.left)
  const bottom = Math.max(media.bottom, crop.bottom)
  return {
    left,
    bottom,
    width: Math.min(media.left + media.width, crop.left + crop.width) - left,
    height: Math.min(media.bottom + media.height, crop.bottom + crop.height) - bottom,
  }
}
