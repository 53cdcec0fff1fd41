import { Alert, Group, List, Loader, Text } from '@mantine/core'
import { IconAlertTriangle, IconArrowsMaximize, IconLayoutList } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { loadReader } from '../pdf/open.ts'
import { PdfView } from '../pdf/PdfView.tsx'
import { isZoom, stepZoom, type Zoom } from '../pdf/zoom.ts'
import { ZoomSelect } from '../pdf/ZoomSelect.tsx'
import { useSetting, useSwitch } from '../use-setting.ts'
import type { Preview } from '../../../api/templates.ts'
import { DownloadButton } from './DownloadButton.tsx'
import { PaneButton } from '../PaneButton.tsx'
import { PreviewFigures } from './PreviewFigures.tsx'
import { PreviewProblem } from './PreviewProblem.tsx'
import classes from './PreviewPane.module.css'
import { warningLabel } from '../../../labels/warnings.ts'

/**
 * Preview of the texts in the editor, with its figures, errors and warnings.
 * @param props `problem`: error that prevents a newer preview. `isFullScreen`: the preview fills the window, with a zoom
 * and a list of sheets of its own. `onFullScreen`: opens it there.
 */
export function PreviewPane(props: {
  preview: Preview | undefined
  isFetching: boolean
  problem: Error | undefined
  fileName: string
  isFullScreen?: boolean
  onFullScreen?: () => void
}) {
  const { preview, problem, isFullScreen = false } = props
  const scope = isFullScreen ? 'full-screen' : 'pane'
  const [zoom, setZoom] = useSetting<Zoom>(`zoom-${scope}`, isFullScreen ? 'page' : 'width', isZoom)
  const [hasList, setHasList] = useSwitch(`sheet-list-${scope}`, isFullScreen)
  const [position, setPosition] = useState({ sheet: 1, sheets: 0 })
  // Loads the reader while the PDF is rendered. If it cannot be loaded, no PDF is shown, and the rest works.
  useEffect(() => void loadReader().catch(() => {}), [])
  const onKeyDown = (event: KeyboardEvent) => {
    const next = zoomForKey(event, zoom)
    if (next === undefined) return
    event.preventDefault()
    setZoom(next)
  }
  return (
    <section aria-label="PDF" className={classes.pane}>
      <Group gap={4} className={classes.bar} wrap="nowrap">
        {position.sheets > 1 && (
          <PaneButton
            label="List of sheets"
            icon={<IconLayoutList size={16} />}
            isPressed={hasList}
            onClick={() => setHasList(!hasList)}
          />
        )}
        {position.sheets > 0 && (
          <Text size="xs" c="dimmed" className={classes.position}>
            Sheet {position.sheet} of {position.sheets}
          </Text>
        )}
        {props.isFetching && <Loader size={14} role="status" aria-label="Rendering the PDF" />}
        <span className={classes.space} />
        <ZoomSelect zoom={zoom} onChange={setZoom} />
        {props.onFullScreen && (
          <PaneButton
            label="Full screen"
            icon={<IconArrowsMaximize size={16} />}
            onClick={props.onFullScreen}
          />
        )}
        {preview && <DownloadButton pdf={preview.pdf} fileName={props.fileName} />}
      </Group>
      {/* The sheets do not move during typing: a problem covers them, and warnings are below. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- The region inside has the focus. */}
      <div className={classes.sheets} data-outdated={problem ? true : undefined} onKeyDown={onKeyDown}>
        {problem && <PreviewProblem problem={problem} isOutdated={position.sheets > 0} />}
        <PdfView
          pdf={preview?.pdf}
          label="Sheets of the PDF"
          zoom={zoom}
          hasList={hasList}
          onPosition={setPosition}
        />
      </div>
      {preview && <PreviewFigures preview={preview} />}
      {preview && (
        <>
          <Notice
            label="Schema errors"
            title="The sample data does not match the schema. A call with this data is rejected."
            items={preview.problems.map(({ path, message }) => `${path} ${message}`.trim())}
          />
          <Notice
            label="Warnings"
            title={preview.warnings.length === 1 ? '1 warning' : `${preview.warnings.length} warnings`}
            items={preview.warnings.map(warningLabel)}
          />
        </>
      )}
    </section>
  )
}

/** List of messages. Renders nothing for an empty list. */
function Notice(props: { label: string; title: string; items: readonly string[] }) {
  if (props.items.length === 0) return null
  return (
    <Alert
      variant="default"
      radius={0}
      role="status"
      icon={<IconAlertTriangle size={18} />}
      classNames={{ root: classes.notice ?? '', icon: classes.warning ?? '', title: classes.title ?? '' }}
      title={props.title}
    >
      <List size="sm" className={classes.messages} tabIndex={0} aria-label={props.label}>
        {props.items.map((item) => (
          <List.Item key={item}>{item}</List.Item>
        ))}
      </List>
    </Alert>
  )
}

/** Returns the zoom after a key: + and - change it, 0 fits the width. */
function zoomForKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, zoom: Zoom): Zoom | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  if (key === '+' || key === '=') return stepZoom(zoom, 1)
  if (key === '-') return stepZoom(zoom, -1)
  return key === '0' ? 'width' : undefined
}
