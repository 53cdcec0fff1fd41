import { SegmentedControl } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { CodeEditor } from '../code/CodeEditor.tsx'
import { templateCompletion, templateLanguage } from '../code/setup.ts'
import { sourceErrorOf } from '../code/source-error.ts'
import type { KnownHelper } from '../code/suggestions.ts'
import { helpersQuery, previewQuery } from '../../../api/templates.ts'
import { DataPane } from './DataPane.tsx'
import { readData } from '../sample-data.ts'
import { PreviewPane } from './PreviewPane.tsx'
import type { EditorTexts } from '../use-editor-texts.ts'
import classes from './TemplateEditor.module.css'

/**
 * Delay from the last change to the preview, in milliseconds. Together with the render, the PDF is shown after about
 * 300 ms.
 */
const PAUSE_MS = 150
const PANES = [
  { value: 'source', label: 'Template' },
  { value: 'data', label: 'Data' },
  { value: 'preview', label: 'PDF' },
]

/**
 * Source, sample data and PDF of a template, side by side.
 * @param props `header`: content above the panes. `isNew`: the template is not saved yet. The cursor starts at the
 * first syntax error, and the schema is hidden.
 */
export function EditorPanes(props: { header: ReactNode; name: string; texts: EditorTexts; isNew?: boolean }) {
  const { texts } = props
  const [pane, setPane] = useState('source')
  const [initial] = useState(texts)
  const [content] = useDebouncedValue(texts.content, PAUSE_MS)
  const [sampleData] = useDebouncedValue(texts.sampleData, PAUSE_MS)
  const data = useMemo(() => readData(sampleData), [sampleData])
  const [dataSchema] = useDebouncedValue(texts.dataSchema, PAUSE_MS)
  const preview = useQuery(previewQuery(content, data.value, dataSchema))
  const sourceError = sourceErrorOf(preview.error)

  const completion = useCompletion(texts.sampleData)
  const [language] = useState(() => [templateLanguage(), templateCompletion(completion)])

  return (
    <div className={classes.editor} data-wide data-shown={pane}>
      {props.header}
      <SegmentedControl
        className={classes.tabs ?? ''}
        fullWidth
        aria-label="Show"
        value={pane}
        onChange={setPane}
        data={PANES}
      />
      <div className={classes.panes}>
        <section className={classes.pane} data-pane="source" aria-label="Template">
          <h2 className={classes.head}>Template</h2>
          <CodeEditor
            label="Template source"
            initial={initial.content}
            extensions={language}
            sourceError={sourceError}
            startsAtError={props.isNew ?? false}
            onChange={texts.setContent}
          />
        </section>
        <DataPane texts={texts} hasSchema={!props.isNew} />
        <div className={classes.pane} data-pane="preview">
          <PreviewPane
            preview={preview.data}
            isFetching={preview.isFetching}
            problem={data.problem === undefined ? (preview.error ?? undefined) : new Error(data.problem)}
            fileName={props.name}
          />
        </div>
      </div>
    </div>
  )
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
