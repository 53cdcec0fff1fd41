import { Badge, Button, SegmentedControl } from '@mantine/core'
import { useDebouncedValue, useHotkeys, useWindowEvent } from '@mantine/hooks'
import { IconCode, IconDeviceFloppy, IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Failure } from '../../../api/failure.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { CodeEditor } from '../code/CodeEditor.tsx'
import { templateCompletion, templateLanguage } from '../code/setup.ts'
import type { KnownHelper } from '../code/suggestions.ts'
import { helpersQuery, previewQuery, type Template } from '../queries.ts'
import { UseInCode } from '../use/UseInCode.tsx'
import { HistoryDrawer } from '../versions/HistoryDrawer.tsx'
import { Conflict } from './Conflict.tsx'
import { DataPart } from './DataPart.tsx'
import { readData } from './data.ts'
import { LeaveGuard } from './LeaveGuard.tsx'
import { MoreMenu } from './MoreMenu.tsx'
import { PreviewPane } from './PreviewPane.tsx'
import { useDraft } from './use-draft.ts'
import { useSave } from './use-save.ts'
import classes from './Workbench.module.css'

/** After the last letter; together with the print it is shown within a third of a second. */
const PAUSE_MS = 150
const PARTS = [
  { value: 'source', label: 'Template' },
  { value: 'data', label: 'Data' },
  { value: 'preview', label: 'PDF' },
]

/** Where a template is written. `onReload` takes what the service has instead. */
export function Workbench(props: { template: Template; onReload: () => Promise<void> }) {
  const { template } = props
  const draft = useDraft(template)
  const save = useSave(template.templateId, draft)
  const [opened, setOpened] = useState<'history' | 'code'>()
  const [shown, setShown] = useState('source')

  const [content] = useDebouncedValue(draft.content, PAUSE_MS)
  const [sampleData] = useDebouncedValue(draft.sampleData, PAUSE_MS)
  const data = useMemo(() => readData(sampleData), [sampleData])
  const [dataSchema] = useDebouncedValue(draft.dataSchema, PAUSE_MS)
  const preview = useQuery(previewQuery(content, data.value, dataSchema))
  const mistake = mistakeOf(preview.error)

  const completion = useCompletion(draft.sampleData)
  const [language] = useState(() => [templateLanguage(), templateCompletion(completion)])

  useHotkeys([['mod+S', () => save.save()]], [], true)
  useWindowEvent('beforeunload', (event) => {
    if (draft.isChanged) event.preventDefault()
  })

  return (
    <div className={classes.workbench} data-wide data-shown={shown}>
      <PageHeader
        title={template.name}
        aside={
          <>
            <Badge variant="default" tt="none" fw={500}>
              Version {draft.base.version}
            </Badge>
            <span role="status" className={classes.state}>
              {save.isSaving ? 'Saving…' : draft.isChanged ? 'Unsaved changes' : 'Saved'}
            </span>
          </>
        }
        actions={
          <>
            <Button variant="default" leftSection={<IconCode size={16} />} onClick={() => setOpened('code')}>
              Use in code
            </Button>
            <Button
              variant="default"
              leftSection={<IconHistory size={16} />}
              onClick={() => setOpened('history')}
            >
              History
            </Button>
            <Button
              leftSection={<IconDeviceFloppy size={16} />}
              disabled={!draft.isChanged}
              loading={save.isSaving}
              onClick={save.save}
            >
              Save
            </Button>
            <MoreMenu template={template} />
          </>
        }
      />
      <SegmentedControl
        className={classes.tabs ?? ''}
        fullWidth
        aria-label="Show"
        value={shown}
        onChange={setShown}
        data={PARTS}
      />
      <div className={classes.parts}>
        <section className={classes.part} data-part="source" aria-label="Template">
          <h2 className={classes.head}>Template</h2>
          <CodeEditor
            label="Template source"
            initial={template.content}
            extensions={language}
            mistake={mistake}
            onChange={draft.setContent}
          />
        </section>
        <DataPart template={template} draft={draft} />
        <div className={classes.part} data-part="preview">
          <PreviewPane
            preview={preview.data}
            isFetching={preview.isFetching}
            problem={data.problem === undefined ? (preview.error ?? undefined) : new Error(data.problem)}
            fileName={template.name}
          />
        </div>
      </div>

      <LeaveGuard isChanged={draft.isChanged} />
      <Conflict
        templateId={template.templateId}
        conflict={save.conflict}
        draft={draft}
        onClose={save.forgetConflict}
        onOverwrite={save.overwrite}
        onTakeTheirs={props.onReload}
      />
      <HistoryDrawer
        isOpen={opened === 'history'}
        onClose={() => setOpened(undefined)}
        template={template}
        draft={draft}
        onReload={props.onReload}
      />
      <UseInCode
        isOpen={opened === 'code'}
        onClose={() => setOpened(undefined)}
        templateId={template.templateId}
        sampleData={draft.sampleData}
      />
    </div>
  )
}

/** What completion knows, whenever it asks: data that is being mistyped counts as it was before. */
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
  if (!(error instanceof Failure) || !error.place) return undefined
  return { ...error.place, message: error.detail ?? error.message }
}
