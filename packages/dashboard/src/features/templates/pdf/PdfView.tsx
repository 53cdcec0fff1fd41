import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import classes from './PdfView.module.css'
import { SheetCanvas } from './SheetCanvas.tsx'
import { SheetList } from './SheetList.tsx'
import { useContentSize } from './use-content-size.ts'
import { usePdf } from './use-pdf.ts'
import { sheetWidth, type Zoom } from './zoom.ts'

/**
 * View of the sheets of a PDF. When the PDF changes, the old sheets stay visible until the new ones are drawn.
 * @param props `pdf`: base64. `hasList`: shows a list of the sheets when there are several. `onPosition`: receives the
 * number of the sheet in the middle of the view, and the number of sheets.
 */
export function PdfView(props: {
  pdf: string | undefined
  label: string
  zoom?: Zoom
  hasList?: boolean
  onPosition?: (position: { sheet: number; sheets: number }) => void
}) {
  const { zoom = 'width', onPosition } = props
  const pdf = usePdf(props.pdf)
  const frame = useRef<HTMLDivElement>(null)
  const size = useContentSize(frame)
  const sheets = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(1)
  const selected = useRef<HTMLElement>(null)
  const scrolled = useRef(0)
  const count = pdf?.numPages ?? 0

  const trackPosition = () => {
    if (!frame.current || !sheets.current) return
    const { scrollTop, scrollHeight, clientHeight } = frame.current
    scrolled.current = scrollTop / scrollHeight
    // A selected sheet stays the current one while its top is visible: several small sheets fit into one view.
    const top = selected.current?.offsetTop ?? -1
    if (top >= scrollTop - 1 && top < scrollTop + clientHeight) return
    selected.current = null
    const middle = scrollTop + clientHeight / 2
    const tops = Array.from(sheets.current.children, (sheet) => (sheet as HTMLElement).offsetTop)
    setCurrent(Math.max(1, tops.findLastIndex((start) => start <= middle) + 1))
  }
  const select = (number: number) => {
    const target = sheets.current?.children[number - 1]
    if (!frame.current || !(target instanceof HTMLElement)) return
    selected.current = target
    setCurrent(number)
    frame.current.scrollTop = target.offsetTop
  }
  // Another zoom keeps the position in the document.
  const restorePosition = useEffectEvent((_zoom: Zoom) => {
    if (frame.current) frame.current.scrollTop = scrolled.current * frame.current.scrollHeight
  })
  useLayoutEffect(() => restorePosition(zoom), [zoom])
  const sheet = Math.min(current, Math.max(1, count))
  useLayoutEffect(() => {
    if (count > 0) onPosition?.({ sheet, sheets: count })
  }, [sheet, count, onPosition])

  return (
    <div className={classes.view}>
      {props.hasList && pdf && count > 1 && <SheetList pdf={pdf} current={sheet} onSelect={select} />}
      <div
        ref={frame}
        className={classes.frame}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls, so it takes the keyboard.
        tabIndex={0}
        role="region"
        aria-label={props.label}
        onScroll={trackPosition}
      >
        <div ref={sheets} className={classes.sheets}>
          {pdf &&
            size.width > 0 &&
            Array.from({ length: count }, (_, index) => (
              <SheetCanvas
                key={index}
                pdf={pdf}
                number={index + 1}
                widthOf={(original) => sheetWidth(zoom, original, size)}
                label={`Sheet ${index + 1} of ${count}`}
              />
            ))}
        </div>
      </div>
    </div>
  )
}
