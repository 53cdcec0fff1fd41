import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { Size } from './zoom.ts'

/** Limit of a picture in pixels, so that a high zoom on a sharp screen does not exhaust the memory. */
const PIXELS_MAX = 16_000_000

let reader: ReturnType<typeof startReader> | undefined

/**
 * Returns the PDF reader. Loads it on the first call. The reader is large: only a page that always shows a PDF loads
 * it in advance.
 */
export function loadReader(): ReturnType<typeof startReader> {
  return (reader ??= startReader())
}

/** Starts the reader with one worker for all PDFs, because starting it takes longer than reading most PDFs. */
async function startReader() {
  const { getDocument, PDFWorker } = await import('pdfjs-dist')
  const url = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url)
  const worker = PDFWorker.create({ port: new Worker(url, { type: 'module' }) })
  return { getDocument, worker }
}

/** Parses a PDF. Only its sheets are drawn: no script in it runs, and no resource is loaded. */
export async function openPdf(base64: string): Promise<PDFDocumentProxy> {
  const { getDocument, worker } = await loadReader()
  const data = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  return await getDocument({ data, worker, useWasm: false, enableXfa: false, useSystemFonts: false }).promise
}

/** Returns the size of a sheet in points. */
export async function sizeOfSheet(pdf: PDFDocumentProxy, number: number): Promise<Size> {
  const { width, height } = (await pdf.getPage(number)).getViewport({ scale: 1 })
  return { width, height }
}

/** Draws one sheet. @param width in pixels. @throws the reason of `signal` when it is aborted. */
export async function drawSheet(
  pdf: PDFDocumentProxy,
  number: number,
  width: number,
  signal: AbortSignal,
): Promise<HTMLCanvasElement> {
  const page = await pdf.getPage(number)
  signal.throwIfAborted()
  const original = page.getViewport({ scale: 1 })
  const scaleMax = Math.sqrt(PIXELS_MAX / (original.width * original.height))
  const viewport = page.getViewport({ scale: Math.min(width / original.width, scaleMax) })
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(viewport.width)
  canvas.height = Math.round(viewport.height)
  const drawing = page.render({ canvas, viewport })
  const cancel = () => drawing.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    await drawing.promise
  } finally {
    signal.removeEventListener('abort', cancel)
  }
  signal.throwIfAborted()
  return canvas
}
