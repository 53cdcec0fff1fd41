// The common part of programs that read one PDF with PDFium, in a process with almost no rights. Their input is not
// trusted.

import { buffer } from 'node:stream/consumers'
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium'
import { confine } from '../isolation/confine.ts'
import { LOCKED } from './exit-codes.ts'

/** The used part of WebAssembly. Its types belong to the types of browsers. */
declare const WebAssembly: { Memory: { prototype: Memory } }

interface Memory {
  readonly buffer: ArrayBuffer
  grow(this: Memory, pages: number): number
}

const MEMORY_BYTES_MAX = 512 * 1024 * 1024
const WASM_PAGE_BYTES = 65_536

/**
 * Reads a PDF from the standard input, and writes the result of `work` to the standard output.
 *
 * @param work returns bytes, or an exit code when there is no result
 */
export async function runOnPdf(
  work: (document: PDFiumDocument) => Promise<Uint8Array | number> | Uint8Array | number,
): Promise<void> {
  limitMemory()
  const library = await PDFiumLibrary.init()
  // Node opens the streams at first use, which is not possible after `confine`.
  const { stdin, stdout } = process
  confine()
  const document = await library.loadDocument(await buffer(stdin)).catch((error: unknown) => {
    if (error instanceof Error && /password/i.test(error.message)) return undefined
    throw error
  })
  const result = document ? await work(document) : LOCKED
  if (typeof result === 'number') process.exitCode = result
  else stdout.end(result)
}

/** Limits the memory of PDFium. Its own limit is 2 GB, which one large image in a document may use. */
function limitMemory(): void {
  const memory = WebAssembly.Memory.prototype
  // oxlint-disable-next-line typescript/unbound-method -- called on a memory, below
  const grow = memory.grow
  memory.grow = function growWithin(pages) {
    if (this.buffer.byteLength + pages * WASM_PAGE_BYTES > MEMORY_BYTES_MAX)
      throw new RangeError('The memory limit is exceeded')
    return grow.call(this, pages)
  }
}
