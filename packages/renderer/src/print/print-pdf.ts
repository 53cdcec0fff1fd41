import { Refusal } from '@platen/template/refusal'
import { readPdf } from '../pdf/objects/read.ts'
import { countSheets, longestSide } from '../pdf/sheets.ts'
import type { Session } from './chromium/protocol.ts'

/** A PDF from Chromium. */
export interface PrintedPdf {
  pdf: Buffer
  /** Number of sheets of paper. */
  sheets: number
}

/** PDF 1.7, annex C: readers do not show larger sheets. */
const SIDE_POINTS_MAX = 14_400
const A4_INCHES = { paperWidth: 210 / 25.4, paperHeight: 297 / 25.4 }

/**
 * Prints the document of a page once.
 * @param pageRanges sheets to print, such as `1-3`; '' prints all.
 * @throws {Refusal} `invalid` when a sheet is larger than PDF readers show.
 */
export async function printPdf(session: Session, pageRanges = ''): Promise<PrintedPdf> {
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
  return { pdf, sheets: countSheets(file) }
}

function refuseOversized(points: number): void {
  if (points <= SIDE_POINTS_MAX) return
  const millimetres = (length: number) => Math.floor((length / 72) * 25.4).toLocaleString('en')
  throw new Refusal('invalid', 'The document is too large.', {
    detail:
      `A sheet has a side of ${millimetres(points)} mm. The limit is ${millimetres(SIDE_POINTS_MAX)} mm. ` +
      'Set a smaller `size` in `@page`.',
  })
}
