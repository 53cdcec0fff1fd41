import { PDFiumLibrary } from '@hyzyla/pdfium'
import { pngOf } from '../../../rendering/image/png.ts'

/** The sheets of a PDF as pictures. */
export interface Sheets extends Disposable {
  /** In points. */
  sizes: { width: number; height: number }[]
  /** A PNG of a sheet, by its index; undefined where there is none. */
  draw(index: number): Promise<Uint8Array | undefined>
}

/** Two pixels a point are sharp on most screens: A4 is 1,190 pixels wide. */
const PIXELS_PER_POINT = 2
const PIXELS_MAX = 4_000
/** The fastest: the author of a template waits for each picture. */
const COMPRESSION_LEVEL = 1

const library = PDFiumLibrary.init()

/** Opens a PDF for drawing; each sheet is drawn when it is asked for. */
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
      render: (pixels) => pngOf(pixels, COMPRESSION_LEVEL),
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
      // Its memory must not go while something is drawn of it.
      void drawing.then(() => document.destroy())
    },
  }
}
