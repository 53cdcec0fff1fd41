import { PDFiumLibrary } from '@hyzyla/pdfium'
import { encode } from 'fast-png'

const SHEETS_MAX = 3
/** Width of a single sheet, and of each of several sheets. In pixels. */
const SINGLE_SHEET_WIDTH = 420
const SHEET_WIDTH = 360
const GAP = 16
/** Grey level between the sheets. */
const BACKGROUND = 0xe4

interface Pixels {
  data: Uint8Array
  width: number
  height: number
}

/** Draws the first sheets of a PDF side by side, as a PNG. The same PDF gives the same picture. */
export async function drawSheets(pdf: Uint8Array): Promise<Uint8Array> {
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(pdf)
    const count = Math.min(document.getPageCount(), SHEETS_MAX)
    const sheets: Pixels[] = []
    let scale: number | undefined
    for (let at = 0; at < count; at += 1) {
      const sheet = document.getPage(at)
      const { originalWidth, originalHeight } = sheet.getOriginalSize()
      scale ??= (count === 1 ? SINGLE_SHEET_WIDTH : SHEET_WIDTH) / originalWidth
      const [width, height] = [Math.round(originalWidth * scale), Math.round(originalHeight * scale)]
      const { data } = await sheet.render({ width, height, render: async (drawn) => drawn.data })
      sheets.push({ data, width, height })
    }
    return encode({ ...sideBySide(sheets), channels: 3 })
  } finally {
    library.destroy()
  }
}

/** Returns the pixels of all sheets in one picture (RGB). The alpha channel is dropped, because sheets are white. */
function sideBySide(sheets: readonly Pixels[]): Pixels {
  const height = Math.max(...sheets.map((sheet) => sheet.height))
  const width = sheets.reduce((sum, sheet) => sum + sheet.width, GAP * (sheets.length - 1))
  const data = new Uint8Array(width * height * 3).fill(BACKGROUND)
  let left = 0
  for (const sheet of sheets) {
    for (let at = 0; at < sheet.width * sheet.height; at += 1) {
      const to = (Math.floor(at / sheet.width) * width + left + (at % sheet.width)) * 3
      data.set(sheet.data.subarray(at * 4, at * 4 + 3), to)
    }
    left += sheet.width + GAP
  }
  return { data, width, height }
}
