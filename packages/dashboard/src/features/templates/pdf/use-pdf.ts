import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useState } from 'react'
import { openPdf } from './open.ts'

/** Returns the parsed PDF, or the previous one until it is parsed. @param base64 `undefined` without a PDF. */
export function usePdf(base64: string | undefined): PDFDocumentProxy | undefined {
  const [pdf, setPdf] = useState<PDFDocumentProxy>()
  useEffect(() => {
    if (base64 === undefined) return undefined
    let isCurrent = true
    const opening = openPdf(base64)
    opening.then(
      (opened) => isCurrent && setPdf(opened),
      // A PDF that cannot be parsed is not shown. The previous one stays.
      () => {},
    )
    return () => {
      isCurrent = false
      opening.then(
        (opened) => opened.loadingTask.destroy(),
        () => {},
      )
    }
  }, [base64])
  return pdf
}
