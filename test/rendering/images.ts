import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium'
import { shared } from '../shared.ts'

/** Number of bytes of a sheet's image that differ visibly, and of all its bytes. */
export interface Difference {
  differing: number
  total: number
}

/** Pixels of a sheet, in rows from the top. */
export interface Picture {
  width: number
  height: number
  /** Red, green, blue and alpha of each pixel. */
  data: Uint8Array
}

/** Draws PDFs with PDFium, in this process. */
export interface Pictures extends AsyncDisposable {
  /** Compares two PDFs page by page. @throws when one has more pages. */
  differences(one: Buffer, other: Buffer): Promise<Difference[]>
  /** Draws all sheets of a PDF, each as large as it fits into a square with this side in pixels. */
  draw(pdf: Buffer, side: number): Promise<Picture[]>
}

/** 108 dpi, enough to show every visible difference. */
const COMPARED_PIXELS_PER_POINT = 1.5
/** Largest difference of a byte that is not visible. */
const SHADE = 8

/** Returns the `Pictures` that all test files of a process share. */
export async function sharedPictures(): Promise<Pictures> {
  return await shared('pictures', openPictures)
}

async function openPictures(): Promise<Pictures> {
  const library = await PDFiumLibrary.init()
  const opened = async <Result>(pdf: Buffer, work: (document: PDFiumDocument) => Promise<Result>) => {
    const document = await library.loadDocument(pdf)
    try {
      return await work(document)
    } finally {
      document.destroy()
    }
  }
  return {
    async differences(one, other) {
      const draw = (pdf: Buffer) =>
        opened(pdf, (document) => drawnAll(document, () => COMPARED_PIXELS_PER_POINT))
      const [first, second] = [await draw(one), await draw(other)]
      if (first.length !== second.length) throw new Error(`${first.length} and ${second.length} pages`)
      return first.map((picture, index) => differenceOf(picture, second[index] ?? picture, index + 1))
    },
    draw: (pdf, side) =>
      opened(pdf, (document) => drawnAll(document, (width, height) => Math.min(side / width, side / height))),
    async [Symbol.asyncDispose]() {
      library.destroy()
    },
  }
}

async function drawnAll(
  document: PDFiumDocument,
  scaleFor: (width: number, height: number) => number,
): Promise<Picture[]> {
  const pictures: Picture[] = []
  for (const page of document.pages()) {
    const { originalWidth, originalHeight } = page.getOriginalSize()
    const scale = scaleFor(originalWidth, originalHeight)
    const { data, width, height } = await page.render({
      width: Math.max(1, Math.round(originalWidth * scale)),
      height: Math.max(1, Math.round(originalHeight * scale)),
      // PDFium reuses its memory for the next page.
      render: async ({ data }) => Uint8Array.from(data),
    })
    pictures.push({ data, width, height })
  }
  return pictures
}

function differenceOf(one: Picture, other: Picture, page: number): Difference {
  const total = one.data.length
  if (total !== other.data.length) throw new Error(`The sizes of page ${page} differ`)
  if (Buffer.compare(one.data, other.data) === 0) return { differing: 0, total }
  let differing = 0
  for (let at = 0; at < total; at += 1)
    if (Math.abs(Number(one.data[at]) - Number(other.data[at])) > SHADE) differing += 1
  return { differing, total }
}
