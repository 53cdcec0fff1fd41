import type { Draft } from '../objects/draft.ts'
import { type Box, boxOf, stampSheets } from './stamp.ts'
import type { Dictionary } from '../objects/syntax.ts'

/** Single-stroke letters, 10 units high: width and path. */
const LETTERS: readonly (readonly [width: number, path: string])[] = [
  [5.6, '0 0 m 0 10 l 3.2 10 l 6.4 10 6.4 5 3.2 5 c 0 5 l S'],
  [5.8, '0 0 m 0 10 l 3.2 10 l 6.4 10 6.4 5 3.2 5 c 0 5 l S 3 5 m 5.8 0 l S'],
  [5, '5 10 m 0 10 l 0 0 l 5 0 l S 0 5 m 4.3 5 l S'],
  [7, '0 10 m 3.5 0 l 7 10 l S'],
  [0, '0 0 m 0 10 l S'],
  [5, '5 10 m 0 10 l 0 0 l 5 0 l S 0 5 m 4.3 5 l S'],
  [10, '0 10 m 2.5 0 l 5 9 l 7.5 0 l 10 10 l S'],
]
const LETTER_SPACING = 2.4
const PADDING = 4
const WIDTH = LETTERS.reduce((sum, [width]) => sum + width + LETTER_SPACING, 0) - LETTER_SPACING + 2 * PADDING
const HEIGHT = 10 + 2 * PADDING

/** Content below the mark stays visible, also where two previews are compared. */
const OPACITY = 0.75
/** The mark's width in points: its usual minimum, and its share of the sheet's shorter side. */
const WIDTH_MIN = 48
const WIDTH_SHARE = 0.08
/** The largest part of a small sheet's width or height that the mark takes. */
const SHARE_MAX = 0.5
/** The distance from the sheet's edges, as a part of the mark's width. */
const MARGIN_SHARE = 0.09

/**
 * Draws a small "PREVIEW" label over the top right corner of every sheet. The letters are lines, so no font and no
 * print is needed.
 */
export function addPreviewMark(draft: Draft): void {
  const content = labelContent()
  const entries = [
    '/Type /XObject /Subtype /Form',
    `/BBox [0 0 ${WIDTH} ${HEIGHT}]`,
    // A group, so that the opacity applies to the label as a whole.
    '/Group <</Type /Group /S /Transparency>>',
    `/Resources <<>> /Length ${content.length}`,
  ]
  const mark = draft.add({ text: `<<${entries.join('\n')}>>`, stream: Buffer.from(content, 'latin1') })
  const state = draft.add({ text: `<</ca ${OPACITY} /CA ${OPACITY}>>` })
  stampSheets(draft, {
    resources: {
      '/XObject': ['/PlatenPreview', mark],
      '/ExtGState': ['/PlatenPreviewState', state],
    },
    isBehind: false,
    draw: (sheet) => `/PlatenPreviewState gs\n${placement(sheet)}\n/PlatenPreview Do`,
  })
}

function labelContent(): string {
  const lines = ['1 J 1 j 1 g 0.4 G 0.8 w', `0.5 0.5 ${WIDTH - 1} ${HEIGHT - 1} re B`, '0.15 G 1.4 w']
  let left = PADDING
  for (const [width, path] of LETTERS) {
    lines.push(`q 1 0 0 1 ${left.toFixed(2)} ${PADDING} cm ${path} Q`)
    left += width + LETTER_SPACING
  }
  return `${lines.join('\n')}\n`
}

/** Returns the operators that move the label into the corner that a reader sees at the top right. */
function placement(sheet: Dictionary): string {
  const box = visibleBox(sheet)
  const turns = (((Number(sheet.get('/Rotate') ?? 0) / 90) % 4) + 4) % 4
  const [width, height] = turns % 2 === 0 ? [box.width, box.height] : [box.height, box.width]
  const wanted = Math.max(WIDTH_MIN, WIDTH_SHARE * Math.min(width, height))
  const scale = Math.min(wanted, SHARE_MAX * width, (SHARE_MAX * height * WIDTH) / HEIGHT) / WIDTH
  const margin = MARGIN_SHARE * WIDTH * scale
  const [x, y] = [width - margin - WIDTH * scale, height - margin - HEIGHT * scale]
  const numbers = [scale, 0, 0, scale, x, y].map((value) => Number(value.toFixed(5)))
  return `${frameOf(box, turns)} cm\n${numbers.join(' ')} cm`
}

/** Returns the matrix from coordinates as a reader sees them to those of a sheet that is shown turned clockwise. */
function frameOf({ left, bottom, width, height }: Box, quarterTurns: number): string {
  const [right, top] = [left + width, bottom + height]
  if (quarterTurns === 1) return `0 1 -1 0 ${right} ${bottom}`
  if (quarterTurns === 2) return `-1 0 0 -1 ${right} ${top}`
  if (quarterTurns === 3) return `0 -1 1 0 ${left} ${top}`
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
