// Draws the first sheet of a PDF: a process of its own, started by drawer.ts for one picture, with an empty
// environment and almost no rights. What it reads was made of what strangers have written.

import { buffer } from 'node:stream/consumers'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { encode } from 'fast-png'

/** The part of it that is used here; its types come with those of browsers. */
declare const WebAssembly: { Memory: { prototype: Memory } }

interface Memory {
  readonly buffer: ArrayBuffer
  grow(this: Memory, pages: number): number
}

const WIDTH_MAX = 400
const HEIGHT_MAX = 800
const MEMORY_BYTES_MAX = 512 * 1024 * 1024
const WASM_PAGE_BYTES = 65_536

// PDFium itself would take 2 GB, as one large picture in a document may ask of it.
const memory = WebAssembly.Memory.prototype
// oxlint-disable-next-line typescript/unbound-method -- called on a memory, below
const grow = memory.grow
memory.grow = function growWithin(pages) {
  if (this.buffer.byteLength + pages * WASM_PAGE_BYTES > MEMORY_BYTES_MAX) throw new RangeError('too much')
  return grow.call(this, pages)
}

const library = await PDFiumLibrary.init()
const [uid, gid] = process.argv.slice(2).map(Number)
if (uid !== undefined && gid !== undefined) {
  // Only now: everything is loaded, from folders that this user may not be able to enter.
  process.setgroups?.([])
  process.setgid?.(gid)
  process.setuid?.(uid)
}
process.stdout.end(await draw(await buffer(process.stdin)))

async function draw(pdf: Uint8Array): Promise<Uint8Array> {
  const sheet = (await library.loadDocument(pdf)).getPage(0)
  const { originalWidth, originalHeight } = sheet.getOriginalSize()
  const scale = Math.min(WIDTH_MAX / originalWidth, HEIGHT_MAX / originalHeight)
  const drawn = await sheet.render({
    width: Math.max(1, Math.round(originalWidth * scale)),
    height: Math.max(1, Math.round(originalHeight * scale)),
    render: async ({ data, width, height }) =>
      encode({ data: withoutAlpha(data), width, height, channels: 3 }),
  })
  return drawn.data
}

/** The sheet is white, so nothing of it is transparent. */
function withoutAlpha(rgba: Uint8Array): Uint8Array {
  return rgba.filter((_, index) => index % 4 !== 3)
}
