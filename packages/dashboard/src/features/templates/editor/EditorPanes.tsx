import { SegmentedControl } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { sourceErrorOf } from '../code/source-error.ts'
import { onDemand } from '../../../layout/on-demand.tsx'
import { DataPane } from '../data/DataPane.tsx'
import { usePreview } from './preview.ts'
import { PreviewPane } from './PreviewPane.tsx'
import type { EditorTexts } from '../use-editor-texts.ts'
import { useSwitch } from '../use-setting.ts'
import { SourcePane } from './SourcePane.tsx'
import { SplitPanes } from './SplitPanes.tsx'
import classes from './TemplateEditor.module.css'
import { useShownPanes } from './use-shown-panes.ts'

const FullScreenPreview = onDemand(async () => (await import('./FullScreenPreview.tsx')).FullScreenPreview)

/**
 * Source, sample data and PDF of a template, side by side.
 * @param props `header`, `footer`: content above and below the panes. A footer that disappears does not move the text.
 * `isNew`: the template is not saved yet. The cursor starts at the first syntax error, and the schema is hidden.
 */
export function EditorPanes(props: {
  header: ReactNode
  footer?: ReactNode
  name: string
  texts: EditorTexts
  isNew?: boolean
}) {
  const { texts } = props
  const panes = useShownPanes()
  const [isWrapped, setIsWrapped] = useSwitch('wrap-lines', false)
  const [isFullScreen, setIsFullScreen] = useState(false)
  const preview = usePreview(texts)

  useHotkeys([['alt+Z', () => setIsWrapped((current) => !current), { usePhysicalKeys: true }]], [], true)

  const { setIsDataHidden } = panes
  const previewProps = {
    preview: preview.data,
    isFetching: preview.isFetching,
    problem: preview.problem,
    fileName: props.name,
  }
  return (
    <div className={classes.editor} data-wide>
      {props.header}
      {panes.choices.length > 0 && (
        <SegmentedControl
          className={classes.tabs ?? ''}
          // Beside the PDF, the control is as wide as its labels.
          fullWidth={panes.choices.length > 2}
          aria-label="Show"
          value={panes.choice}
          onChange={panes.choose}
          data={panes.choices}
        />
      )}
      <SplitPanes
        shown={panes.shown}
        panes={[
          {
            id: 'source',
            label: 'template',
            share: 42,
            content: (
              <SourcePane
                texts={texts}
                sourceError={sourceErrorOf(preview.error)}
                startsAtError={props.isNew ?? false}
                isWrapped={isWrapped}
                onWrap={() => setIsWrapped(!isWrapped)}
                onShowData={
                  setIsDataHidden && !panes.shown.includes('data') ? () => setIsDataHidden(false) : undefined
                }
              />
            ),
          },
          {
            id: 'data',
            label: 'data',
            share: 23,
            content: (
              <DataPane
                texts={texts}
                isNew={props.isNew ?? false}
                isWrapped={isWrapped}
                onHide={setIsDataHidden && (() => setIsDataHidden(true))}
              />
            ),
          },
          {
            id: 'preview',
            label: 'PDF',
            share: 35,
            content: <PreviewPane {...previewProps} onFullScreen={() => setIsFullScreen(true)} />,
          },
        ]}
      />
      <div className={classes.footer}>{props.footer}</div>
      {isFullScreen && <FullScreenPreview {...previewProps} onClose={() => setIsFullScreen(false)} />}
    </div>
  )
}
