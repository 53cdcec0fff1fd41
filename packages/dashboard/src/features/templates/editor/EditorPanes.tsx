import { Group, SegmentedControl } from '@mantine/core'
import { useDebouncedValue, useHotkeys } from '@mantine/hooks'
import { IconLayoutSidebarRightExpand, IconTextWrap } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { CodeEditor } from '../code/CodeEditor.tsx'
import { templateCompletion, templateLanguage } from '../code/setup.ts'
import { sourceErrorOf } from '../code/source-error.ts'
import type { KnownHelper } from '../code/suggestions.ts'
import { helpersQuery, previewQuery } from '../../../api/templates.ts'
import { DataPane } from './DataPane.tsx'
import { readData } from '../sample-data.ts'
import { PreviewPane } from './PreviewPane.tsx'
import type { EditorTexts } from '../use-editor-texts.ts'
import { useSwitch } from '../use-setting.ts'
import { PaneButton } from './PaneButton.tsx'
import { SplitPanes } from './SplitPanes.tsx'
import classes from './TemplateEditor.module.css'
import { useShownPanes } from './use-shown-panes.ts'

/**
 * Delay from the last change to the preview, in milliseconds. Together with the render, the PDF is shown after about
 * 300 ms.
 */
const PAUSE_MS = 150

const FullScreenPreview = lazy(async () => ({
  default: (await import('./FullScreenPreview.tsx')).FullScreenPreview,
}))

/**
 * Source, sample data and PDF of a template, side by side.
 * @param props `header`: content above the panes. `isNew`: the template is not saved yet. The cursor starts at the
 * first syntax error, and the schema is hidden.
 */
export function EditorPanes(props: { header: ReactNode; name: string; texts: EditorTexts; isNew?: boolean }) {
  const { texts } = props
  const panes = useShownPanes()
  const [isWrapped, setIsWrapped] = useSwitch('wrap-lines', false)
  const [isFullScreen, setIsFullScreen] = useState(false)
  const [initial] = useState(texts)
  const preview = usePreview(texts)

  const completion = useCompletion(texts.sampleData)
  const [language] = useState(() => [templateLanguage(), templateCompletion(completion)])
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
          fullWidth
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
              <section className={classes.pane} aria-label="Template">
                <div className={classes.head}>
                  <h2 className={classes.heading}>Template</h2>
                  <Group gap={2} ml="auto" wrap="nowrap">
                    <PaneButton
                      label="Wrap long lines"
                      icon={<IconTextWrap size={16} />}
                      isPressed={isWrapped}
                      onClick={() => setIsWrapped(!isWrapped)}
                    />
                    {setIsDataHidden && !panes.shown.includes('data') && (
                      <PaneButton
                        label="Show data"
                        icon={<IconLayoutSidebarRightExpand size={16} />}
                        onClick={() => setIsDataHidden(false)}
                      />
                    )}
                  </Group>
                </div>
                <CodeEditor
                  label="Template source"
                  initial={initial.content}
                  extensions={language}
                  isWrapped={isWrapped}
                  sourceError={sourceErrorOf(preview.error)}
                  startsAtError={props.isNew ?? false}
                  onChange={texts.setContent}
                />
              </section>
            ),
          },
          {
            id: 'data',
            label: 'data',
            share: 23,
            content: (
              <DataPane
                texts={texts}
                hasSchema={!props.isNew}
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
      {isFullScreen && (
        <Suspense>
          <FullScreenPreview {...previewProps} onClose={() => setIsFullScreen(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** Renders the texts in the editor after a pause in typing. `problem`: error that prevents a newer preview. */
function usePreview(texts: EditorTexts) {
  const [content] = useDebouncedValue(texts.content, PAUSE_MS)
  const [sampleData] = useDebouncedValue(texts.sampleData, PAUSE_MS)
  const [dataSchema] = useDebouncedValue(texts.dataSchema, PAUSE_MS)
  const data = useMemo(() => readData(sampleData), [sampleData])
  const { data: preview, isFetching, error } = useQuery(previewQuery(content, data.value, dataSchema))
  const problem = data.problem === undefined ? (error ?? undefined) : new Error(data.problem)
  return { data: preview, isFetching, error, problem }
}

/** Returns a function that returns the current data and helpers for completion. Invalid data is ignored. */
function useCompletion(sampleData: string): () => { data: unknown; helpers: readonly KnownHelper[] } {
  const { data } = useQuery(helpersQuery)
  const known = useRef<{ data: unknown; helpers: readonly KnownHelper[] }>({ data: {}, helpers: [] })
  useEffect(() => {
    const { value = known.current.data } = readData(sampleData)
    known.current = { data: value, helpers: data?.helpers ?? [] }
  }, [sampleData, data])
  return () => known.current
}
