import { PDFiumLibrary } from '@hyzyla/pdfium'
import { encodePng } from './png.ts'

/** Sheets of a PDF as images. */
export interface Sheets extends Disposable {
  /** In points. */
  sizes: { width: number; height: number }[]
  /** Draws a sheet as PNG. `undefined` if the index does not exist. */
  draw(index: number): Promise<Uint8Array | undefined>
}

/** Sharp on most screens: A4 is 1,190 pixels wide. */
const PIXELS_PER_POINT = 2
const PIXELS_MAX = 4_000
/** Fastest level, because the author waits for each image. */
const COMPRESSION_LEVEL = 1

const library = PDFiumLibrary.init()

/** Opens a PDF for drawing. Sheets are drawn on request. */
export async function openSheets(pdf: Uint8Array): Promise<Sheets> {
  const document = await (await library).loadDocument(pdf)
  const sizes = [...document.pages()].map((page) => {
    const { originalWidth: width, originalHeight: height } = page.getOriginalSize()
    return { width, height }
  })
  let isClosed = false
  let drawing: Promise<unknown> = Promise.resolve()

  const draw = async (index: number) => {
    const size = sizes[index]
    if (!size || isClosed) return undefined
    const longest = Math.max(size.width, size.height)
    const scale = Math.min(PIXELS_PER_POINT, PIXELS_MAX / longest)
    const drawn = await document.getPage(index).render({
      width: Math.max(1, Math.round(size.width * scale)),
      height: Math.max(1, Math.round(size.height * scale)),
      render: (pixels) => encodePng(pixels, COMPRESSION_LEVEL),
    })
    return drawn.data
  }

  return {
    sizes,
    async draw(index) {
      const drawn = drawing.then(() => draw(index))
      drawing = drawn.catch(() => undefined)
      return await drawn
    },
    [Symbol.dispose]() {
      if (isClosed) return
      isClosed = true
      // PDFium must not free the document while it draws a sheet.
      void drawing.then(() => document.destroy())
    },
  }
}
