// Reads an attachment of a PDF. reader.ts starts it for one PDF. The arguments are the names to look for, the first one
// first.

// The functions of PDFium begin with an underscore.
/* oxlint-disable no-underscore-dangle */

import type { PDFiumDocument } from '@hyzyla/pdfium'
import { NOT_FOUND } from '../pdfium/exit-codes.ts'
import { runOnPdf } from '../pdfium/program.ts'

/** The used functions of PDFium, https://pdfium.googlesource.com/pdfium/+/main/public/fpdf_attachment.h. */
interface Pdfium {
  HEAPU8: Uint8Array
  wasmExports: { malloc(bytes: number): number; free(pointer: number): void }
  _FPDFDoc_GetAttachmentCount(document: number): number
  _FPDFDoc_GetAttachment(document: number, index: number): number
  /** Writes UTF-16, with a final zero. Returns the number of bytes. */
  _FPDFAttachment_GetName(attachment: number, to: number, bytes: number): number
  /** Writes the size to `sizeTo`. Returns 0 for an attachment that cannot be read. */
  _FPDFAttachment_GetFile(attachment: number, to: number, bytes: number, sizeTo: number): number
}

/** More would take longer than the time limit to look through. */
const ATTACHMENTS_MAX = 1_000
const NAME_BYTES_MAX = 2_000
const FILE_BYTES_MAX = 20 * 1024 * 1024
const SIZE_BYTES = 4

const names = process.argv.slice(3)

await runOnPdf((document) => {
  const { pdfium, handle } = internalsOf(document)
  const count = Math.min(pdfium._FPDFDoc_GetAttachmentCount(handle), ATTACHMENTS_MAX)
  const attachments = Array.from({ length: count }, (_, index) =>
    pdfium._FPDFDoc_GetAttachment(handle, index),
  )
  const named = Map.groupBy(attachments, (attachment) => nameOf(pdfium, attachment))
  const [attachment] = names.flatMap((name) => named.get(name) ?? [])
  return (attachment !== undefined && contentOf(pdfium, attachment)) || NOT_FOUND
})

/** The library has no functions for attachments, but contains PDFium with them. */
function internalsOf(document: PDFiumDocument): { pdfium: Pdfium; handle: number } {
  const { module, documentIdx } = document as unknown as { module: Pdfium; documentIdx: number }
  return { pdfium: module, handle: documentIdx }
}

function nameOf(pdfium: Pdfium, attachment: number): string {
  const bytes = pdfium._FPDFAttachment_GetName(attachment, 0, 0)
  if (bytes < 2 || bytes > NAME_BYTES_MAX) return ''
  const name = withMemory(pdfium, bytes, (to) => pdfium._FPDFAttachment_GetName(attachment, to, bytes))
  return name.toString('utf16le', 0, bytes - 2)
}

function contentOf(pdfium: Pdfium, attachment: number): Buffer | undefined {
  let isRead = 0
  const size = withMemory(pdfium, SIZE_BYTES, (to) => {
    isRead = pdfium._FPDFAttachment_GetFile(attachment, 0, 0, to)
  }).readUInt32LE()
  if (isRead === 0 || size === 0 || size > FILE_BYTES_MAX) return undefined
  const written = withMemory(pdfium, SIZE_BYTES + size, (to) => {
    isRead = pdfium._FPDFAttachment_GetFile(attachment, to + SIZE_BYTES, size, to)
  })
  return isRead === 0 ? undefined : written.subarray(SIZE_BYTES)
}

/** Returns a copy of `bytes` bytes of PDFium's memory, to which `write` has written. */
function withMemory(pdfium: Pdfium, bytes: number, write: (pointer: number) => void): Buffer {
  const pointer = pdfium.wasmExports.malloc(bytes)
  try {
    write(pointer)
    return Buffer.from(pdfium.HEAPU8.slice(pointer, pointer + bytes))
  } finally {
    pdfium.wasmExports.free(pointer)
  }
}
