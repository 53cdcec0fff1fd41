import { dictionaryAt, type PdfFile, readPdf } from '../../pdf/objects/read.ts'
import { longestSide, sheetNumbers } from '../../pdf/sheets.ts'
import { referenceOf } from '../../pdf/objects/syntax.ts'
import { type Evaluate, pageFunction } from '../in-page.ts'
import { printPdf } from '../print-pdf.ts'
import type { Session } from '../chromium/protocol.ts'

/** Result of Chromium shrinking a document that is wider than its sheet. */
export interface Shrink {
  /** Scale of the content, at least 2/3. */
  factor: number
  /** Width of the page area of the first sheet, in CSS pixels. */
  areaWidth: number
}

/** A ruler in the page: a link as wide as the page area. A PDF contains the rectangle of each link. */
const RULER = { address: 'https://ruler.platen.invalid/', height: 16 }
const POINTS_PER_PIXEL = 0.75
/** Smallest factor that counts as full size. Rounding gives factors such as 0.9997 for documents that fit. */
const FACTOR_OF_FULL_SIZE = 0.999
/** Chromium shrinks to 2/3 at most. A smaller factor means that a script has changed the ruler. */
const FACTOR_MIN = 0.6

const addRuler = pageFunction('addRuler', ['document', 'ruler'])
const removeRuler = pageFunction('removeRuler', ['ruler'])

/**
 * Measures by how much Chromium shrinks the document in a page. Prints the first sheet with a ruler.
 * @returns `undefined` when Chromium does not shrink it, and when a script has changed the ruler.
 */
export async function measureShrink(session: Session, evaluate: Evaluate): Promise<Shrink | undefined> {
  await evaluate(addRuler(RULER))
  try {
    const { pdf } = await printPdf(session, '1')
    const file = readPdf(pdf)
    const sides = rulerSides(file)
    const [height = 0, width = 0] = sides.toSorted((one, other) => one - other)
    const factor = Math.round((height / POINTS_PER_PIXEL / RULER.height) * 10_000) / 10_000
    const isShrunk = factor >= FACTOR_MIN && factor < FACTOR_OF_FULL_SIZE
    return isShrunk && width <= longestSide(file)
      ? { factor, areaWidth: width / POINTS_PER_PIXEL }
      : undefined
  } finally {
    await evaluate(removeRuler())
  }
}

/** Returns the sides of the ruler on the first sheet, in points. On a rotated sheet, the height comes first. */
function rulerSides(file: PdfFile): number[] {
  const [first = 0] = sheetNumbers(file, 1)
  const links = dictionaryAt(file, first).get('/Annots')
  const rulers = (Array.isArray(links) ? links : [])
    .map((link) => referenceOf(link))
    .filter((link) => file.objectAt(link).text.includes(RULER.address))
  const corners = dictionaryAt(file, rulers.at(-1) ?? first).get('/Rect')
  const [left = 0, top = 0, right = 0, bottom = 0] = Array.isArray(corners) ? corners.map(Number) : []
  return [Math.abs(right - left), Math.abs(bottom - top)]
}
