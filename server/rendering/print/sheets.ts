import { Refusal } from '../../errors.ts'
import { blankSheetsAtEnd, countSheets, longestSide, showsElementAtEnd } from '../pdf/sheets.ts'
import { readPdf } from '../pdf/read.ts'
import type { Session } from './protocol.ts'
import { type Evaluate, pageFunction } from './in-page.ts'

/** A document on its sheets. */
export interface Sheets {
  pdf: Buffer
  sheets: number
  /** At which part of its size the document is printed so that it fits: 1, or down to 0.7. */
  scale: number
}

/** Larger sheets readers do not show: PDF 1.7, annex C. */
const SIDE_POINTS_MAX = 14_400
const A4_INCHES = { paperWidth: 210 / 25.4, paperHeight: 297 / 25.4 }
/** Below this a document is not scaled: it would be too small to read. */
const SCALE_MIN = 0.7
const SCALE_STEP = 0.01
// Two sheets in a row hold more than one; at 70 % a sheet holds two. More than these never fit one.
const FITTING_SHEETS_MAX = 8

/** Prints the document that a page shows by its own rule: `fit`, or `flow` where it says so. */
export async function printSheets(session: Session, evaluate: Evaluate, html: string): Promise<Sheets> {
  // Only a document that names the rule anywhere is asked for it.
  const flows = /page-overflow/i.test(html) && (await evaluate(OVERFLOW)) === 'flow'
  return flows ? await print(session, evaluate) : await printFitting(session, evaluate)
}

const OVERFLOW = `document.querySelector('meta[name="page-overflow" i]')?.getAttribute('content')?.trim().toLowerCase()`

/**
 * Prints at 100 %, and if that takes more than one sheet, at the largest scale that takes one; if even the
 * smallest allowed does not, at 100 % over as many as it takes. Deciding by printing is exact where measuring
 * is not: what counts is where Chromium really breaks.
 *
 * The document is scaled by CSS `zoom`, not by the scale of `Page.printToPDF`: that one would shrink the page's
 * margins and their boxes as well, and never fit what is as high as the page (`100vh`) and a little more.
 */
async function printFitting(session: Session, evaluate: Evaluate): Promise<Sheets> {
  const printZoomed = async (scale: number) => {
    await evaluate(`document.documentElement.style.setProperty('zoom', ${scale}, 'important')`)
    return await print(session, evaluate)
  }
  const whole = await print(session, evaluate)
  if (whole.sheets === 1 || whole.sheets > FITTING_SHEETS_MAX) return whole
  let fitting = { ...(await printZoomed(SCALE_MIN)), scale: SCALE_MIN }
  if (fitting.sheets > 1) return whole
  let [fits, overflows] = [SCALE_MIN, 1]
  while (overflows - fits > SCALE_STEP) {
    const scale = (fits + overflows) / 2
    const printed = await printZoomed(scale)
    if (printed.sheets === 1) [fits, fitting] = [scale, { ...printed, scale }]
    else overflows = scale
  }
  return fitting
}

const removeBreaksAtEnd = pageFunction('removeBreaksAtEnd', ['rules', 'blank-end'])
const mayLeaveOutBlankEnd = pageFunction('mayLeaveOutBlankEnd', ['rules', 'blank-end'])

/**
 * Prints the document that a page shows, without a sheet at the end for nothing: after a forced break that only empty
 * elements follow, or for a margin below an element that is as high as the sheet.
 */
export async function print(session: Session, evaluate: Evaluate): Promise<Sheets> {
  let printed = await printRange(session, '')
  if (!endsWithoutElement(printed)) return printed
  if ((await evaluate(removeBreaksAtEnd())) === true) printed = await printRange(session, '')
  const blank = blankSheetsAtEnd(readPdf(printed.pdf))
  if (blank === 0 || (await evaluate(mayLeaveOutBlankEnd())) !== true) return printed
  return await printRange(session, `1-${printed.sheets - blank}`)
}

function endsWithoutElement({ pdf, sheets }: Sheets): boolean {
  return sheets > 1 && !showsElementAtEnd(readPdf(pdf))
}

/** Counts the sheets that the document takes, blank ones at its end among them. */
export async function countPrinted(session: Session): Promise<number> {
  return (await printRange(session, '')).sheets
}

async function printRange(session: Session, pageRanges: string): Promise<Sheets> {
  const pdf = await session.sendForData('Page.printToPDF', {
    ...A4_INCHES,
    pageRanges,
    marginTop: 0,
    marginBottom: 0,
    marginLeft: 0,
    marginRight: 0,
    preferCSSPageSize: true,
    printBackground: true,
    generateTaggedPDF: true,
    generateDocumentOutline: true,
  })
  const file = readPdf(pdf)
  refuseOversized(longestSide(file))
  return { pdf, sheets: countSheets(file), scale: 1 }
}

function refuseOversized(points: number): void {
  if (points <= SIDE_POINTS_MAX) return
  const millimetres = (length: number) => Math.floor((length / 72) * 25.4).toLocaleString('en')
  throw new Refusal('invalid', 'The document is too large.', {
    detail: `A sheet's side is ${millimetres(points)} mm; ${millimetres(SIDE_POINTS_MAX)} mm are allowed.`,
  })
}
