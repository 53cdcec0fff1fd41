import { Refusal } from '@platen/template/refusal'
import type { UnprivilegedUser } from '../isolation/unprivileged.ts'
import { PDFIUM_LIMIT_MS, runPdfium } from '../pdfium/process.ts'

/** Error of a drawing process that ended because of its input. */
export class DrawingFailed extends Error {
  override name = 'DrawingFailed'
}

/** Number of a sheet, and the maximum size of its image, which keeps the sheet's proportions. */
export interface View {
  /** From 1. */
  sheet: number
  /** In pixels. */
  widthMax: number
  heightMax: number
}

const THUMBNAIL: View = { sheet: 1, widthMax: 400, heightMax: 800 }

/** Priority of thumbnails, for which no call waits. From 1 to 19, the lowest. */
const THUMBNAIL_NICE = 15

/**
 * Draws the first sheet of a PDF within 400 by 800 pixels.
 *
 * @throws as `drawSheet`
 */
export async function drawFirstSheet(
  pdf: Buffer,
  user: UnprivilegedUser | undefined,
  signal: AbortSignal,
): Promise<Buffer> {
  return await drawSheet(pdf, THUMBNAIL, user, signal, THUMBNAIL_NICE)
}

/**
 * Draws a sheet of a PDF as a PNG of at most 12 million pixels, in its own process.
 *
 * @param user user of the process, when the service runs as root
 * @param nice priority from 1 to 19, the lowest; 0 leaves it unchanged
 * @throws {Refusal} `invalid` for a sheet that does not exist, for a PDF with a password, and for one that takes too
 * long
 * @throws {DrawingFailed} for other input that cannot be drawn
 * @throws the signal's reason when it aborts
 */
export async function drawSheet(
  pdf: Buffer,
  { sheet, widthMax, heightMax }: View,
  user: UnprivilegedUser | undefined,
  signal: AbortSignal,
  nice = 0,
): Promise<Buffer> {
  const result = await runPdfium(new URL('draw.ts', import.meta.url), pdf, {
    args: [sheet, widthMax, heightMax].map(String),
    user,
    signal,
    nice,
  })
  if ('output' in result && result.output.length > 0) return result.output
  switch ('output' in result ? 'failed' : result.failure) {
    case 'not-found':
      throw cannotDraw(`It has no sheet ${sheet}.`)
    case 'locked':
      throw cannotDraw('It has a password.')
    case 'late':
      throw cannotDraw(`Drawing it exceeds the time limit of ${PDFIUM_LIMIT_MS / 1_000} s.`)
    case 'failed':
      throw new DrawingFailed('The sheet could not be drawn')
  }
}

function cannotDraw(detail: string): Refusal {
  return new Refusal('invalid', 'This document cannot be drawn as an image.', { detail })
}
