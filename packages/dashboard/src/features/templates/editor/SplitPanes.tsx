import { useSplitter } from '@mantine/hooks'
import { type CSSProperties, Fragment, type ReactNode } from 'react'
import { useSetting } from '../use-setting.ts'
import classes from './SplitPanes.module.css'

/** One of several panes side by side. */
export interface SplitPane {
  id: string
  /** Name of the pane, for the label of the handles beside it. */
  label: string
  /** Initial share of the width. */
  share: number
  content: ReactNode
}

/** Widths of panes in percent, by the ids of the panes that are shown together. */
type Widths = Record<string, number[]>

const WIDTH_MIN = 12
const STEP = 2

/**
 * Panes side by side with handles between them. The handles work with the pointer and the arrow keys, and a double
 * click restores the initial widths. The browser remembers the widths. Panes that are not shown stay mounted.
 * @param props `shown`: ids of the panes that are shown, in the order of `panes`.
 */
export function SplitPanes(props: { panes: readonly SplitPane[]; shown: readonly string[] }) {
  const shown = props.panes.filter(({ id }) => props.shown.includes(id))
  const [remembered, setRemembered] = useSetting<Widths>('panes', {}, isWidths)
  const key = shown.map(({ id }) => id).join(' ')
  const total = shown.reduce((sum, { share }) => sum + share, 0)
  const initial = shown.map(({ share }) => (share / total) * 100)
  const stored = remembered[key]
  const widths = stored?.length === shown.length ? stored : initial
  const { ref, getHandleProps } = useSplitter({
    panels: initial.map((defaultSize) => ({ defaultSize, min: WIDTH_MIN })),
    sizes: widths,
    step: STEP,
    onSizeChange: (sizes) => setRemembered((current) => ({ ...current, [key]: sizes.map(Number) })),
  })
  return (
    <div ref={ref} className={classes.panes}>
      {props.panes.map(({ id, label, content }) => {
        const index = shown.findIndex((pane) => pane.id === id)
        const before = shown[index - 1]
        return (
          <Fragment key={id}>
            {before && (
              <div
                className={classes.handle}
                {...getHandleProps({ index: index - 1 })}
                aria-label={`Width of ${before.label} and ${label}`}
              />
            )}
            <div
              className={classes.pane}
              hidden={index === -1}
              style={{ '--width': widths[index] ?? 0 } as CSSProperties}
            >
              {content}
            </div>
          </Fragment>
        )
      })}
    </div>
  )
}

function isWidths(stored: unknown): stored is Widths {
  return (
    typeof stored === 'object' &&
    stored !== null &&
    Object.values(stored).every(
      (widths) => Array.isArray(widths) && widths.every((width) => typeof width === 'number' && width > 0),
    )
  )
}
