import { Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { drawSheet } from '../pdf/open.ts'
import { usePdf } from '../pdf/use-pdf.ts'
import { comparePictures } from './compare-pictures.ts'
import classes from './SheetDifference.module.css'

/** What of a sheet is looked at. */
type Look = 'changes' | 'before' | 'after'

const WIDTH = 1_000
/** More sheets than these are not compared by eye. */
const SHEETS_MAX = 50

/** Two PDFs sheet by sheet, one over the other, with what is different marked. `pdf`: base64. */
export function SheetDifference(props: {
  before: { label: string; pdf: string | undefined }
  after: { label: string; pdf: string | undefined }
}) {
  const [before, after] = [usePdf(props.before.pdf), usePdf(props.after.pdf)]
  const [look, setLook] = useState<Look>('changes')
  if (!before || !after) return <Skeleton height={480} />
  const sheets = Math.min(Math.max(before.numPages, after.numPages), SHEETS_MAX)
  return (
    <Stack gap="md">
      <Group gap="md">
        <SegmentedControl
          aria-label="Look at"
          value={look}
          onChange={setLook}
          data={[
            { value: 'changes', label: 'Changes' },
            { value: 'before', label: props.before.label },
            { value: 'after', label: props.after.label },
          ]}
        />
        {look === 'changes' && (
          <Text size="sm" c="dimmed">
            <span className={classes.removed}>Red</span> was there before,{' '}
            <span className={classes.added}>green</span> is new.
          </Text>
        )}
      </Group>
      {Array.from({ length: sheets }, (_, index) => (
        <ComparedSheet key={index} number={index + 1} before={before} after={after} look={look} />
      ))}
    </Stack>
  )
}

function ComparedSheet(props: {
  number: number
  before: PDFDocumentProxy
  after: PDFDocumentProxy
  look: Look
}) {
  const { number, before, after, look } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const [words, setWords] = useState('…')
  useEffect(() => {
    const stop = new AbortController()
    compareSheets(before, after, number, stop.signal).then(
      ({ pictures, changed }) => {
        if (canvas.current) show(pictures[look], canvas.current)
        setWords(changed === 0 ? 'the same in both' : 'changed')
      },
      // Another comparison takes its place.
      () => {},
    )
    return () => stop.abort()
  }, [before, after, number, look])
  return (
    <figure className={classes.sheet}>
      <figcaption>
        Sheet {number}: {words}
      </figcaption>
      <canvas ref={canvas} className={classes.canvas} role="img" aria-label={`Sheet ${number}, ${words}`} />
    </figure>
  )
}

/** A sheet that only one of them has is compared with an empty one. */
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
  const [old, now] = [pictureOf(drawn[0], height), pictureOf(drawn[1], height)]
  const { data, changed } = comparePictures(old, now)
  return { changed, pictures: { before: old, after: now, changes: new ImageData(data, WIDTH, height) } }
}

function pictureOf(drawn: HTMLCanvasElement | undefined, height: number): ImageData {
  const context = new OffscreenCanvas(WIDTH, height).getContext('2d')
  if (!context) throw new Error('This browser draws no pictures')
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
