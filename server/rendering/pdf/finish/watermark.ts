import { deflateSync, inflateSync } from 'node:zlib'
import type { Draft } from '../objects/draft.ts'
import type { Watermark } from '../options.ts'
import { dictionaryAt, type PdfFile, type PdfObject, readPdf } from '../objects/read.ts'
import { sheetNumbers } from '../sheets.ts'
import { type Box, boxOf, stampSheets } from './stamp.ts'
import { ownSubsets, subsetNames } from '../merge/subset-names.ts'
import { dictionaryOf, PdfError, referenceOf, renumbered, textOf, type Value } from '../objects/syntax.ts'

/** How large the text is printed that becomes a watermark, in points. */
export const PRINTED_SIZE = 15
/** Of the longest line of its angle that fits a sheet, how much a watermark takes by itself. */
const SHARE = 0.8
const AUTOMATIC_SIZE_MAX = 144
/** Points a CSS pixel. */
const PIXEL = 0.75

/**
 * Draws a text on every sheet.
 * @param printed the text as Chromium has printed it, in the middle of a sheet of its own: shaped, with its fonts.
 */
export function addWatermark(draft: Draft, printed: Buffer, watermark: Watermark): void {
  const file = readPdf(printed)
  const mark = importSheet(draft, file)
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

interface Mark {
  reference: string
  width: number
  height: number
  /** How wide the text itself is. */
  textWidth: number
}

/** What turns and sizes the mark, with its middle in the sheet's. */
function matrix({ angle, size }: Watermark, sheet: Box, mark: Mark): string {
  const radians = (angle * Math.PI) / 180
  const [cosine, sine] = [Math.cos(radians), Math.sin(radians)]
  const room = Math.min(
    sheet.width / Math.max(Math.abs(cosine), 1e-6),
    sheet.height / Math.max(Math.abs(sine), 1e-6),
  )
  const wanted = size ?? Math.min(AUTOMATIC_SIZE_MAX, ((SHARE * room) / mark.textWidth) * PRINTED_SIZE)
  const scale = wanted / PRINTED_SIZE
  const [a, b] = [scale * cosine, scale * sine]
  const [x, y] = [mark.width / 2, mark.height / 2]
  const middle = [sheet.left + sheet.width / 2, sheet.bottom + sheet.height / 2] as const
  return [a, b, -b, a, middle[0] - a * x + b * y, middle[1] - b * x - a * y]
    .map((value) => String(Number(value.toFixed(5))))
    .join(' ')
}

/** Takes over a PDF's first sheet as something that can be drawn on others, without the tags of its own. */
function importSheet(draft: Draft, file: PdfFile): Mark {
  const [first] = sheetNumbers(file)
  if (first === undefined) throw new PdfError('The watermark has no sheet')
  const subsets = subsetNames(file)
  const numbers = new Map<number, number>()
  const take = (old: number): number => {
    const known = numbers.get(old)
    if (known !== undefined) return known
    // Given away before what it refers to is taken: it may refer to itself.
    const number = referenceOf(draft.add({ text: 'null' }))
    numbers.set(old, number)
    const object = withoutTags(file.objectAt(old))
    const text = renumbered(ownSubsets(subsets, object.text), take)
    draft.objects.set(number, { ...object, text })
    return number
  }
  const sheet = dictionaryAt(file, first)
  const { width, height } = boxOf(sheet)
  const { stream, text } = file.objectAt(referenceOf(sheet.get('/Contents')))
  const content = drawnContent({ text, ...(stream && { stream }) })
  const packed = deflateSync(Buffer.from(content, 'latin1'))
  const resources = renumbered(textOf(sheet.get('/Resources') ?? new Map()), take)
  const entries = [
    '/Type /XObject',
    '/Subtype /Form',
    `/BBox [0 0 ${width} ${height}]`,
    // As a group, so that letters that touch do not show through each other.
    '/Group <</Type /Group /S /Transparency>>',
    `/Resources ${resources}`,
    `/Filter /FlateDecode\n/Length ${packed.length}`,
  ]
  const reference = draft.add({ text: `<<${entries.join('\n')}>>`, stream: packed })
  return { reference, width, height, textWidth: textWidthIn(content, width) }
}

/** The text begins as far from the sheet's left side as it ends from its right one. */
function textWidthIn(content: string, width: number): number {
  const starts = Array.from(
    content.matchAll(/^1 0 0 -1 (-?[\d.]+) -?[\d.]+ Tm$/gm),
    ([, x]) => Number(x) * PIXEL,
  )
  const start = starts.length === 0 ? 0 : Math.min(...starts)
  return Math.max(PRINTED_SIZE, width - 2 * start)
}

function withoutTags(object: PdfObject): PdfObject {
  const { text, stream } = object
  if (!stream || !text.includes('/Subtype /Form')) return object
  const content = deflateSync(Buffer.from(drawnContent(object), 'latin1'))
  const dictionary = dictionaryOf(text)
  dictionary.delete('/StructParents')
  dictionary.set('/Filter', '/FlateDecode')
  dictionary.set('/Length', String(content.length))
  return { text: textOf(dictionary), stream: content }
}

/** Chromium writes each operator on a line of its own, and text in hexadecimal. */
function drawnContent({ text, stream = Buffer.alloc(0) }: PdfObject): string {
  const content = text.includes('/FlateDecode') ? inflateSync(stream) : stream
  return content.toString('latin1').replace(/^(?:\/\w+ ?<<[^<>\r\n]*>> ?BDC|\/\w+ BMC|EMC)\n/gm, '')
}
