import { SegmentedControl } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { Failure } from '../../../base/failure.ts'
import { CodeEditor } from '../code/CodeEditor.tsx'
import { templateCompletion, templateLanguage } from '../code/setup.ts'
import type { KnownHelper } from '../code/suggestions.ts'
import { helpersQuery, previewQuery } from '../../../api/templates.ts'
import { DataPane } from './DataPane.tsx'
import { readData } from '../sample-data.ts'
import { PreviewPane } from './PreviewPane.tsx'
import type { Draft } from '../use-draft.ts'
import classes from './TemplateEditor.module.css'

/**
 * Delay from the last change to the preview, in milliseconds. Together with the render, the PDF is shown after about
 * 300 ms.
 */
const PAUSE_MS = 150
const PARTS = [
  { value: 'source', label: 'Template' },
  { value: 'data', label: 'Data' },
  { value: 'preview', label: 'PDF' },
]

/**
 * Source, sample data and PDF of a template, side by side.
 * @param props `header`: content above the panes. `isNew`: the template is not saved yet. The cursor starts at the
 * first syntax error, and the schema is hidden.
 */
export function EditorPanes(props: { header: ReactNode; name: string; draft: Draft; isNew?: boolean }) {
  const { draft } = props
  const [pane, setPane] = useState('source')
  const [initial] = useState(draft)
  const [content] = useDebouncedValue(draft.content, PAUSE_MS)
  const [sampleData] = useDebouncedValue(draft.sampleData, PAUSE_MS)
  const data = useMemo(() => readData(sampleData), [sampleData])
  const [dataSchema] = useDebouncedValue(draft.dataSchema, PAUSE_MS)
  const preview = useQuery(previewQuery(content, data.value, dataSchema))
  const mistake = mistakeOf(preview.error)

  const completion = useCompletion(draft.sampleData)
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
        data={PARTS}
      />
      <div className={classes.parts}>
        <section className={classes.part} data-part="source" aria-label="Template">
          <h2 className={classes.head}>Template</h2>
          <CodeEditor
            label="Template source"
            initial={initial.content}
            extensions={language}
            mistake={mistake}
            startsAtMistake={props.isNew ?? false}
            onChange={draft.setContent}
          />
        </section>
        <DataPane draft={draft} hasSchema={!props.isNew} />
        <div className={classes.part} data-part="preview">
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

function mistakeOf(error: Error | null) {
  if (!(error instanceof Failure) || !error.position) return undefined
  return { ...error.position, message: error.detail ?? error.message }
}
