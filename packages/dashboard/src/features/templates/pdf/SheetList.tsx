import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef } from 'react'
import classes from './PdfView.module.css'
import { SheetCanvas } from './SheetCanvas.tsx'

const WIDTH = 64

/** List of the sheets of a PDF with thumbnails. A click shows the sheet. */
export function SheetList(props: {
  pdf: PDFDocumentProxy
  current: number
  onSelect: (sheet: number) => void
}) {
  const { pdf, current } = props
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const item = list.current?.children[current - 1]
    if (!list.current || !(item instanceof HTMLElement)) return
    const { scrollTop, clientHeight } = list.current
    const [top, bottom] = [item.offsetTop, item.offsetTop + item.offsetHeight]
    if (top < scrollTop || bottom > scrollTop + clientHeight) list.current.scrollTop = top
  }, [current])
  return (
    <ol ref={list} className={classes.list} aria-label="List of sheets">
      {Array.from({ length: pdf.numPages }, (_, index) => (
        <li key={index}>
          <button
            type="button"
            className={classes.thumbnail}
            aria-label={`Go to sheet ${index + 1}`}
            aria-current={index + 1 === current}
            onClick={() => props.onSelect(index + 1)}
          >
            <SheetCanvas pdf={pdf} number={index + 1} widthOf={() => WIDTH} label={undefined} />
            {index + 1}
          </button>
        </li>
      ))}
    </ol>
  )
}
