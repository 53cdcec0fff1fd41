import { isAtFullSize } from '../../pdf/content-area.ts'
import { readPdf } from '../../pdf/objects/read.ts'
import { blankSheetsAtEnd, showsElementAtEnd } from '../../pdf/sheets.ts'
import { type Evaluate, pageFunction } from '../in-page.ts'
import { type PrintedPdf, printPdf } from '../print-pdf.ts'
import type { Session } from '../chromium/protocol.ts'
import { measureShrink, type Shrink } from './shrink.ts'

/** A printed document with the scale of its content. */
export interface MeasuredPrint extends PrintedPdf {
  /** Scale of the content in the PDF: 1 when it is not scaled. */
  scale: number
  /** Set when Chromium shrank the content because it is wider than the sheet. */
  shrink?: Shrink
}

/** Prints the document of a page, without blank sheets at its end, and reads the scale of its content. */
export async function printAndMeasure(session: Session, evaluate: Evaluate): Promise<MeasuredPrint> {
  const printed = await printWithoutBlankEnd(session, evaluate)
  if (isAtFullSize(readPdf(printed.pdf))) return { ...printed, scale: 1 }
  const shrink = await measureShrink(session, evaluate)
  return shrink ? { ...printed, scale: shrink.factor, shrink } : { ...printed, scale: 1 }
}

const removeBreaksAtEnd = pageFunction('removeBreaksAtEnd', ['document', 'rules', 'blank-end'])
const mayLeaveOutBlankEnd = pageFunction('mayLeaveOutBlankEnd', ['document', 'rules', 'blank-end'])

/**
 * Prints the document in a page without blank sheets at its end. Chromium adds one after a forced break that only empty
 * elements follow, and for a margin below an element that is as high as the sheet.
 */
export async function printWithoutBlankEnd(session: Session, evaluate: Evaluate): Promise<PrintedPdf> {
  let printed = await printPdf(session)
  if (!endsWithoutElement(printed)) return printed
  if ((await evaluate(removeBreaksAtEnd())) === true) printed = await printPdf(session)
  const blank = blankSheetsAtEnd(readPdf(printed.pdf))
  if (blank === 0 || (await evaluate(mayLeaveOutBlankEnd())) !== true) return printed
  return await printPdf(session, `1-${printed.sheets - blank}`)
}

function endsWithoutElement({ pdf, sheets }: PrintedPdf): boolean {
  return sheets > 1 && !showsElementAtEnd(readPdf(pdf))
}
