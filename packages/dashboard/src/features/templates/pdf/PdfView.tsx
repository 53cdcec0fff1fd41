import { useElementSize, useIntersection } from '@mantine/hooks'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef } from 'react'
import { drawSheet } from './open.ts'
import classes from './PdfView.module.css'
import { usePdf } from './use-pdf.ts'

// Further sheets are drawn when they are within this distance of the viewport.
const INITIAL_SHEETS = 2
const DRAW_DISTANCE = '800px'

/**
 * View of the sheets of a PDF. When the PDF changes, the old sheets stay visible until the new ones are drawn.
 * @param props `pdf`: base64.
 */
export function PdfView(props: { pdf: string | undefined; label: string }) {
  const pdf = usePdf(props.pdf)
  const { ref, width } = useElementSize()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls, so it takes the keyboard.
    <div className={classes.frame} tabIndex={0} role="region" aria-label={props.label}>
      <div ref={ref} className={classes.sheets}>
        {pdf &&
          width > 0 &&
          Array.from({ length: pdf.numPages }, (_, index) => (
            <Sheet key={index} pdf={pdf} number={index + 1} width={width} />
          ))}
      </div>
    </div>
  )
}

function Sheet(props: { pdf: PDFDocumentProxy; number: number; width: number }) {
  const { pdf, number, width } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const { ref: sheet, entry } = useIntersection({ rootMargin: DRAW_DISTANCE })
  const isNear = number <= INITIAL_SHEETS || entry?.isIntersecting === true
  useEffect(() => {
    if (!isNear) return undefined
    const controller = new AbortController()
    drawSheet(pdf, number, width * window.devicePixelRatio, controller.signal).then(
      (drawn) => {
        if (canvas.current) copy(drawn, canvas.current)
      },
      // The drawing was aborted, because another one replaces it.
      () => {},
    )
    return () => controller.abort()
  }, [pdf, number, width, isNear])
  return (
    <div ref={sheet} className={classes.sheet}>
      <canvas
        ref={canvas}
        width={210}
        height={297}
        className={classes.canvas}
        role="img"
        aria-label={`Sheet ${number} of ${pdf.numPages}`}
      />
    </div>
  )
}

/** Copies a canvas in one step, so that the view does not flicker. */
function copy(from: HTMLCanvasElement, to: HTMLCanvasElement): void {
  to.width = from.width
  to.height = from.height
  to.getContext('2d')?.drawImage(from, 0, 0)
}
