import { areaWidth } from '../../pdf/content-area.ts'
import { readPdf } from '../../pdf/objects/read.ts'
import { mayBeRightToLeft } from '../html-features.ts'
import { type Evaluate, pageFunction } from '../in-page.ts'
import type { Session } from '../chromium/protocol.ts'
import { type Overflow, reasonToFlow } from './overflow.ts'
import { printAndMeasure, type MeasuredPrint } from './sheets.ts'
import type { Shrink } from './shrink.ts'
import type { Warn } from '../warnings.ts'
import { warnOfWideContent } from './wide-content.ts'

/** Smallest scale of `fit`: 10 pt become 8.5 pt. Below it, the type size would visibly differ between documents of a template. */
const SCALE_MIN = 0.85
const SCALE_STEP = 0.01
/**
 * A document with more sheets is not fitted. Any two consecutive sheets hold more than one sheet of content, and a sheet
 * at 85 % holds 1.4, so such a document never fits on one sheet.
 */
const FITTING_SHEETS_MAX = 3

/** A printed document with the handling of its content that does not fit on one sheet. */
export interface FittedPrint extends MeasuredPrint, Overflow {}

/** Prints the document in a page: on one sheet if it fits when it is scaled slightly, otherwise at full size. */
export async function printSheets(
  session: Session,
  evaluate: Evaluate,
  html: string,
  warn: Warn,
): Promise<FittedPrint> {
  const printed = await printFitting(session, evaluate, html)
  const shrink = printed.shrink ?? (await rightToLeftShrink(evaluate, html, printed.pdf))
  if (shrink) await warnOfWideContent(session, evaluate, { scale: printed.scale, shrink }, warn)
  return printed
}

const isRightToLeft = pageFunction('isRightToLeft', ['document', 'wide-content'])

/**
 * Returns a factor of 1 for a document that is written from right to left, so that its content is checked: Chromium does
 * not shrink such a document and may cut it off. `undefined` for all others.
 */
async function rightToLeftShrink(evaluate: Evaluate, html: string, pdf: Buffer): Promise<Shrink | undefined> {
  if (!mayBeRightToLeft(html) || !(await evaluate(isRightToLeft()))) return undefined
  const width = areaWidth(readPdf(pdf))
  return width === 0 ? undefined : { factor: 1, areaWidth: width }
}

const CONTENT_ZOOM = ['document', 'content-zoom']
const prepareContentZoom = pageFunction('prepareContentZoom', CONTENT_ZOOM)
const zoomContent = pageFunction('zoomContent', CONTENT_ZOOM)
const restoreContent = pageFunction('restoreContent', CONTENT_ZOOM)

/**
 * Prints at 100 %. If that takes more than one sheet and the document may be scaled, prints at the largest scale that
 * takes one. If even the smallest scale takes more, the print at 100 % is used. Each scale is printed, because measuring
 * does not give the exact page breaks. A document that is only too wide is shrunk by Chromium.
 *
 * The body is scaled by CSS `zoom`. Zoom of the root, and the scale of `Page.printToPDF`, would shrink the page margins
 * and their boxes as well.
 */
async function printFitting(session: Session, evaluate: Evaluate, html: string): Promise<FittedPrint> {
  const unscaled = await printAndMeasure(session, evaluate)
  if (unscaled.sheets === 1) return { ...unscaled, overflow: 'none' }
  const reason = await reasonToFlow(evaluate, html)
  if (reason) return { ...unscaled, overflow: 'flow', reason }
  const tooLong = { ...unscaled, overflow: 'flow', reason: 'too-long' } as const
  if (unscaled.sheets > FITTING_SHEETS_MAX) return tooLong
  const ownZoom = Number(await evaluate(prepareContentZoom(areaWidth(readPdf(unscaled.pdf))))) || 1
  const printZoomed = async (zoom: number) => {
    await evaluate(zoomContent(ownZoom * zoom))
    const printed = await printAndMeasure(session, evaluate)
    return { ...printed, scale: rounded(printed.scale * zoom) }
  }
  let fitting = await printZoomed(SCALE_MIN)
  if (!fits(fitting)) {
    await evaluate(restoreContent())
    return tooLong
  }
  let [fitted, overflows] = [SCALE_MIN, 1]
  while (overflows - fitted > SCALE_STEP) {
    const zoom = (fitted + overflows) / 2
    const printed = await printZoomed(zoom)
    if (fits(printed)) [fitted, fitting] = [zoom, printed]
    else overflows = zoom
  }
  await evaluate(zoomContent(ownZoom * fitted))
  return { ...fitting, overflow: 'fit' }
}

function rounded(scale: number): number {
  return Math.round(scale * 10_000) / 10_000
}

function fits({ sheets, scale }: MeasuredPrint): boolean {
  return sheets === 1 && scale >= SCALE_MIN
}
