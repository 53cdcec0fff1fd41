import { Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { notifyFailure } from '../../../api/query-client.ts'
import { drawSheet } from '../pdf/open.ts'
import { usePdf } from '../pdf/use-pdf.ts'
import { comparePictures } from './compare-pictures.ts'
import classes from './SheetDifference.module.css'

/** View of the compared sheets. */
type View = 'changes' | 'beside' | 'before' | 'after'

const WIDTH = 1_000
/** Maximum number of compared sheets. */
const SHEETS_MAX = 50

/** Comparison of two PDFs, sheet by sheet: as overlays with the differences marked, or side by side. `pdf`: base64. */
export function SheetDifference(props: {
  before: { label: string; pdf: string | undefined }
  after: { label: string; pdf: string | undefined }
}) {
  const [before, after] = [usePdf(props.before.pdf), usePdf(props.after.pdf)]
  const [view, setView] = useState<View>('changes')
  if (!before || !after) return <Skeleton height={480} />
  const sheets = Math.min(Math.max(before.numPages, after.numPages), SHEETS_MAX)
  return (
    <Stack gap="md">
      <Group gap="md">
        <SegmentedControl
          aria-label="View"
          value={view}
          onChange={setView}
          data={[
            { value: 'changes', label: 'Changes' },
            { value: 'beside', label: 'Side by side' },
            { value: 'before', label: props.before.label },
            { value: 'after', label: props.after.label },
          ]}
        />
        {view === 'changes' && (
          <Text size="sm" c="dimmed">
            <span className={classes.removed}>Red</span> marks removed content,{' '}
            <span className={classes.added}>green</span> marks added content.
          </Text>
        )}
      </Group>
      {Array.from({ length: sheets }, (_, index) => (
        <ComparedSheet
          key={index}
          number={index + 1}
          before={before}
          after={after}
          labels={{ before: props.before.label, after: props.after.label }}
          view={view}
        />
      ))}
    </Stack>
  )
}

function ComparedSheet(props: {
  number: number
  before: PDFDocumentProxy
  after: PDFDocumentProxy
  /** Names of the two PDFs. */
  labels: { before: string; after: string }
  view: View
}) {
  const { number, before, after, labels, view } = props
  const first = useRef<HTMLCanvasElement>(null)
  const second = useRef<HTMLCanvasElement>(null)
  const [status, setStatus] = useState('…')
  useEffect(() => {
    const controller = new AbortController()
    compareSheets(before, after, number, controller.signal).then(
      ({ pictures, changed }) => {
        if (first.current) show(pictures[view === 'beside' ? 'before' : view], first.current)
        if (second.current) show(pictures.after, second.current)
        setStatus(changed === 0 ? 'unchanged' : 'changed')
      },
      (error: unknown) => {
        // Another comparison may replace it.
        if (controller.signal.aborted) return
        setStatus('not compared')
        notifyFailure(`Sheet ${number} was not compared`, error)
      },
    )
    return () => controller.abort()
  }, [before, after, number, view])
  return (
    <figure className={classes.sheet}>
      <figcaption>
        Sheet {number}: {status}
      </figcaption>
      {view === 'beside' ? (
        <div className={classes.beside}>
          <canvas
            ref={first}
            className={classes.canvas}
            role="img"
            aria-label={`Sheet ${number}, ${labels.before}`}
          />
          <canvas
            ref={second}
            className={classes.canvas}
            role="img"
            aria-label={`Sheet ${number}, ${labels.after}`}
          />
        </div>
      ) : (
        <canvas ref={first} className={classes.canvas} role="img" aria-label={`Sheet ${number}, ${status}`} />
      )}
    </figure>
  )
}

/** Compares one sheet of both PDFs. A sheet that exists in one PDF only is compared with an empty sheet. */
async function compareSheets(
  before: PDFDocumentProxy,
  after: PDFDocumentProxy,
  number: number,
  signal: AbortSignal,
) {
  const drawn = await Promise.all(
    [before, after].map(async (pdf) =>
      number <= pdf.numPages ? await drawSheet(pdf, number, WIDTH, signal) : undefined,
    ),
  )
  const height = Math.max(...drawn.map((canvas) => canvas?.height ?? 1))
  const [oldPicture, newPicture] = [pictureOf(drawn[0], height), pictureOf(drawn[1], height)]
  const { data, changed } = comparePictures(oldPicture, newPicture)
  return {
    changed,
    pictures: { before: oldPicture, after: newPicture, changes: new ImageData(data, WIDTH, height) },
  }
}

function pictureOf(drawn: HTMLCanvasElement | undefined, height: number): ImageData {
  const context = new OffscreenCanvas(WIDTH, height).getContext('2d')
  if (!context) throw new Error('This browser does not support OffscreenCanvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, WIDTH, height)
  if (drawn) context.drawImage(drawn, 0, 0)
  return context.getImageData(0, 0, WIDTH, height)
}

function show(picture: ImageData, canvas: HTMLCanvasElement): void {
  canvas.width = picture.width
  canvas.height = picture.height
  canvas.getContext('2d')?.putImageData(picture, 0, 0)
}
