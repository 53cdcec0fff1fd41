import type { GenerateOptions, GenerateRequest } from '@platen/client'
import { type Result, UsageError } from '../command.ts'
import type { CallerCall } from '../caller.ts'
import type { RenderOptions } from './generate.ts'
import { writeFileAtomically } from '../files.ts'
import { showProgress, warn } from '../output/progress.ts'
import { formatCount, withoutControls, formatBytes } from '../output/texts.ts'

/** Image to write: the file, and optionally the sheet and the width in pixels. */
export interface ImageRequest {
  output: string
  sheet: number | undefined
  width: number | undefined
}

/** Returns the image to write if `--output` ends in .png, `undefined` otherwise. @throws {UsageError} */
export function imageRequest({
  output,
  sheet,
  width,
  async: isAsync,
}: RenderOptions): ImageRequest | undefined {
  if (output !== undefined && /\.png$/i.test(output)) {
    if (isAsync) throw new UsageError('An image cannot be rendered in the background. Remove --async.')
    return { output, sheet, width }
  }
  if (sheet === undefined && width === undefined) return undefined
  throw new UsageError('--sheet and --width are for images. Use an --output that ends in .png.')
}

/** Renders the PDF and writes an image of one sheet. @throws {PlatenError} */
export async function generateImage(
  call: CallerCall,
  request: GenerateRequest,
  options: GenerateOptions,
  { output, sheet = 1, width }: ImageRequest,
): Promise<Result> {
  const client = await call.client()
  const { bytes, ...pdf } = await showProgress(call.terminal, `Drawing sheet ${sheet}`, () =>
    client.pdf.generatePicture(request, { ...options, sheet, width }),
  )
  await writeFileAtomically(output, bytes).catch((error: unknown) => {
    // The PDF is already charged, so its link is printed although the image could not be written.
    warn(call.terminal, `The PDF was rendered. Download it within 5 days: ${pdf.pdfUrl}`)
    throw error
  })
  const warned = pdf.warnings > 0 ? `, ${formatCount(pdf.warnings, 'warning')}` : ''
  return {
    text: `Wrote ${withoutControls(output)}: sheet ${sheet} of ${pdf.sheets}, ${formatBytes(bytes.length)}${warned}. The PDF is at ${pdf.pdfUrl}`,
    json: { ...pdf, sheet, size: bytes.length, output },
  }
}
