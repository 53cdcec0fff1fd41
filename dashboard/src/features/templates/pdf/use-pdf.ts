import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useState } from 'react'
import { openPdf } from './open.ts'

/** A PDF that has been read; the one before it until then. @param base64 undefined where there is none yet. */
export function usePdf(base64: string | undefined): PDFDocumentProxy | undefined {
  const [pdf, setPdf] = useState<PDFDocumentProxy>()
  useEffect(() => {
    if (base64 === undefined) return undefined
    let isWanted = true
    const opening = openPdf(base64)
    opening.then(
      (opened) => isWanted && setPdf(opened),
      // What cannot be read is not shown; the one before it stays.
      () => {},
    )
    return () => {
      isWanted = false
      opening.then(
        (opened) => opened.loadingTask.destroy(),
        () => {},
      )
    }
  }, [base64])
  return pdf
}
