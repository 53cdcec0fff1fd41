// Draws a sheet of a PDF as a PNG. drawer.ts starts it for one image.

import { NOT_FOUND } from '../pdfium/exit-codes.ts'
import { runOnPdf } from '../pdfium/program.ts'
import { encodePng } from './png.ts'

/** Drawing 12 million pixels takes 1.5 s and 200 MB. */
const PIXELS_MAX = 12_000_000
const COMPRESSION_LEVEL = 6

const [sheetNumber = 1, widthMax = 1, heightMax = 1] = process.argv.slice(3).map(Number)

await runOnPdf(async (document) => {
  if (sheetNumber > document.getPageCount()) return NOT_FOUND
  const sheet = document.getPage(sheetNumber - 1)
  const { originalWidth, originalHeight } = sheet.getOriginalSize()
  const scale = Math.min(
    widthMax / originalWidth,
    heightMax / originalHeight,
    Math.sqrt(PIXELS_MAX / (originalWidth * originalHeight)),
  )
  const { data } = await sheet.render({
    width: Math.max(1, Math.round(originalWidth * scale)),
    height: Math.max(1, Math.round(originalHeight * scale)),
    // The box of a visible signature is a form field.
    renderFormFields: true,
    // Sheets are opaque white.
    render: (pixels) => encodePng(pixels, COMPRESSION_LEVEL),
  })
  return data
})
