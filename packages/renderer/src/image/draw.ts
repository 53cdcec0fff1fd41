// Draws a sheet of a PDF, in a process that drawer.ts starts for one image, with an empty environment and almost no
// rights. Its input is untrusted.

import { buffer } from 'node:stream/consumers'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { confine } from '../isolation/confine.ts'
import { EXIT_CODES } from './exit-codes.ts'
import { encodePng } from './png.ts'

/** The used part of WebAssembly. Its types belong to the types of browsers. */
declare const WebAssembly: { Memory: { prototype: Memory } }

interface Memory {
  readonly buffer: ArrayBuffer
  grow(this: Memory, pages: number): number
}

/** Drawing 12 million pixels takes 1.5 s and 200 MB. */
const PIXELS_MAX = 12_000_000
const MEMORY_BYTES_MAX = 512 * 1024 * 1024
const WASM_PAGE_BYTES = 65_536
const COMPRESSION_LEVEL = 6

// PDFium's own limit is 2 GB, which one large image in a document may use.
const memory = WebAssembly.Memory.prototype
// oxlint-disable-next-line typescript/unbound-method -- called on a memory, below
const grow = memory.grow
memory.grow = function growWithin(pages) {
  if (this.buffer.byteLength + pages * WASM_PAGE_BYTES > MEMORY_BYTES_MAX)
    throw new RangeError('The memory limit is exceeded')
  return grow.call(this, pages)
}

const library = await PDFiumLibrary.init()
const [sheetNumber = 1, widthMax = 1, heightMax = 1] = process.argv.slice(3).map(Number)
// Node opens the streams at first use, which is not possible after `confine`.
const { stdin, stdout } = process
confine()
const drawn = await draw(await buffer(stdin))
if (typeof drawn === 'number') process.exitCode = drawn
else stdout.end(drawn)

/** Draws the sheet. Returns a PNG, or an exit code when nothing can be drawn. */
async function draw(pdf: Uint8Array): Promise<Uint8Array | number> {
  const document = await library.loadDocument(pdf).catch((error: unknown) => {
    if (error instanceof Error && /password/i.test(error.message)) return undefined
    throw error
  })
  if (!document) return EXIT_CODES.locked
  if (sheetNumber > document.getPageCount()) return EXIT_CODES.noSuchSheet
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
    // Sheets are opaque white.
    render: (pixels) => encodePng(pixels, COMPRESSION_LEVEL),
  })
  return data
}
