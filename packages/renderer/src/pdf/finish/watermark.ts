import { deflateSync, inflateSync } from 'node:zlib'
import type { Draft } from '../objects/draft.ts'
import type { Watermark } from '../options.ts'
import { dictionaryAt, type PdfFile, type PdfObject, readPdf } from '../objects/read.ts'
import { sheetNumbers } from '../sheets.ts'
import { type Box, boxOf, stampSheets } from './stamp.ts'
import { renameSubsets, subsetNames } from '../merge/subset-names.ts'
import {
  dictionaryOf,
  PdfError,
  referenceOf,
  renumberReferences,
  textOf,
  type Value,
} from '../objects/syntax.ts'

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

/** Imports the first sheet of a PDF as a form that other sheets can draw, without its tags. */
function importSheet(draft: Draft, file: PdfFile): Mark {
  const [first] = sheetNumbers(file)
  if (first === undefined) throw new PdfError('The watermark has no sheet')
  const subsets = subsetNames(file)
  const numbers = new Map<number, number>()
  const copy = (old: number): number => {
    const known = numbers.get(old)
    if (known !== undefined) return known
    // Reserved before its references are copied, because it may refer to itself.
    const number = referenceOf(draft.add({ text: 'null' }))
    numbers.set(old, number)
    const object = withoutTags(file.objectAt(old))
    const text = renumberReferences(renameSubsets(subsets, object.text), copy)
    draft.objects.set(number, { ...object, text })
    return number
  }
  const sheet = dictionaryAt(file, first)
  const { width, height } = boxOf(sheet)
  const { stream, text } = file.objectAt(referenceOf(sheet.get('/Contents')))
  const content = drawnContent({ text, ...(stream && { stream }) })
  const packed = deflateSync(Buffer.from(content, 'latin1'))
  const resources = renumberReferences(textOf(sheet.get('/Resources') ?? new Map()), copy)
  const entries = [
    '/Type /XObject',
    '/Subtype /Form',
    `/BBox [0 0 ${width} ${height}]`,
    // A group, so that overlapping letters do not show through each other.
    '/Group <</Type /Group /S /Transparency>>',
    `/Resources ${resources}`,
    `/Filter /FlateDecode\n/Length ${packed.length}`,
  ]
  const reference = draft.add({ text: `<<${entries.join('\n')}>>`, stream: packed })
  return { reference, width, height, textWidth: textWidthIn(content, width) }
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

/**
 * Returns a content stream, decompressed and without the operators of tags. Chromium writes each operator on a line of
 * its own, and text in hexadecimal.
 */
function drawnContent({ text, stream = Buffer.alloc(0) }: PdfObject): string {
  const content = text.includes('/FlateDecode') ? inflateSync(stream) : stream
  return content.toString('latin1').replace(/^(?:\/\w+ ?<<[^<>\r\n]*>> ?BDC|\/\w+ BMC|EMC)\n/gm, '')
}
