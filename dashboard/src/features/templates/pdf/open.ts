import type { PDFDocumentProxy } from 'pdfjs-dist'

let reader: ReturnType<typeof startReader> | undefined

/**
 * Returns the reader of PDFs, and loads it at the first call. It is large: only a page that always shows a PDF calls
 * this before there is one.
 */
export function loadReader(): ReturnType<typeof startReader> {
  return (reader ??= startReader())
}

/** One worker for all: starting it takes longer than reading most PDFs. */
async function startReader() {
  const { getDocument, PDFWorker } = await import('pdfjs-dist')
  const url = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url)
  const worker = PDFWorker.create({ port: new Worker(url, { type: 'module' }) })
  return { getDocument, worker }
}

/** Reads a PDF, which nothing but its sheets is drawn of: no script in it runs, and nothing is loaded. */
export async function openPdf(base64: string): Promise<PDFDocumentProxy> {
  const { getDocument, worker } = await loadReader()
  const data = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  return await getDocument({ data, worker, useWasm: false, enableXfa: false, useSystemFonts: false }).promise
}

/** Draws one sheet, `width` pixels wide. @throws the signal's reason. */
export async function drawSheet(
  pdf: PDFDocumentProxy,
  number: number,
  width: number,
  signal: AbortSignal,
): Promise<HTMLCanvasElement> {
  const page = await pdf.getPage(number)
  signal.throwIfAborted()
  const whole = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: width / whole.width })
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(viewport.width)
  canvas.height = Math.round(viewport.height)
  const drawing = page.render({ canvas, viewport })
  const stop = () => drawing.cancel()
  signal.addEventListener('abort', stop, { once: true })
  try {
    await drawing.promise
  } finally {
    signal.removeEventListener('abort', stop)
  }
  signal.throwIfAborted()
  return canvas
}
