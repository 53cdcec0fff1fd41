import { useDebouncedValue, useIntersection } from '@mantine/hooks'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { drawSheet, sizeOfSheet } from './open.ts'
import classes from './PdfView.module.css'
import type { Size } from './zoom.ts'

// Further sheets are drawn when they are within this distance of the viewport.
const INITIAL_SHEETS = 2
const DRAW_DISTANCE = '800px'
/** Delay after a change of the width, in milliseconds. Until then the browser scales the previous picture. */
const RESIZE_PAUSE_MS = 120
const A4: Size = { width: 595, height: 842 }

/**
 * Picture of one sheet. When the PDF changes, the old picture stays until the new one is drawn.
 * @param props `widthOf`: returns the width in pixels for a sheet of a size in points. `label`: `undefined` hides the
 * picture from screen readers.
 */
export function SheetCanvas(props: {
  pdf: PDFDocumentProxy
  number: number
  widthOf: (sheet: Size) => number
  label: string | undefined
}) {
  const { pdf, number, label } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const [size, setSize] = useState<Size>()
  const { ref: sheet, entry } = useIntersection({ rootMargin: DRAW_DISTANCE })
  const isNear = number <= INITIAL_SHEETS || entry?.isIntersecting === true
  const width = Math.max(1, Math.round(props.widthOf(size ?? A4)))
  const [drawnWidth] = useDebouncedValue(width, RESIZE_PAUSE_MS)
  useEffect(() => {
    if (!isNear) return undefined
    const controller = new AbortController()
    const draw = async () => {
      const { signal } = controller
      const measured = await sizeOfSheet(pdf, number)
      signal.throwIfAborted()
      setSize((current) => (current && isSame(current, measured) ? current : measured))
      const drawn = await drawSheet(pdf, number, drawnWidth * window.devicePixelRatio, signal)
      if (canvas.current) copy(drawn, canvas.current)
    }
    // The drawing was aborted, because another one replaces it.
    draw().catch(() => {})
    return () => controller.abort()
  }, [pdf, number, drawnWidth, isNear])
  const { width: ratioWidth, height: ratioHeight } = size ?? A4
  return (
    <div ref={sheet} className={classes.sheet} style={{ width }}>
      <canvas
        ref={canvas}
        width={210}
        height={297}
        className={classes.canvas}
        style={{ aspectRatio: `${ratioWidth} / ${ratioHeight}` }}
        {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      />
    </div>
  )
}

function isSame(one: Size, other: Size): boolean {
  return one.width === other.width && one.height === other.height
}

/** Copies a canvas in one step, so that the view does not flicker. */
function copy(from: HTMLCanvasElement, to: HTMLCanvasElement): void {
  to.width = from.width
  to.height = from.height
  to.getContext('2d')?.drawImage(from, 0, 0)
}
