import type { EditorView } from '@codemirror/view'
import { Group, NativeSelect } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconIndentIncrease, IconLayoutSidebarRightCollapse } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { CodeEditor } from '../code/CodeEditor.tsx'
import { formatJson } from '../code/format-json.ts'
import { dataLanguage, optionalJsonLanguage } from '../code/setup.ts'
import type { EditorTexts } from '../use-editor-texts.ts'
import { PaneButton } from '../PaneButton.tsx'
import classes from '../Pane.module.css'
import { DataSetMenu } from './DataSetMenu.tsx'

/** Text in the pane. */
type Shown = 'data' | 'schema' | 'options'

const DATA_SET = 'set:'
const SAMPLE_DATA = 'Sample data'
const LABELS = { data: SAMPLE_DATA, schema: 'Schema', options: 'PDF options' }

/**
 * Data, schema and PDF options of a template.
 * @param props `isNew`: the template is not saved yet. It has sample data only. `onHide`: hides the pane.
 */
export function DataPane(props: {
  texts: EditorTexts
  isNew: boolean
  isWrapped: boolean
  onHide: (() => void) | undefined
}) {
  const { texts, isNew, isWrapped } = props
  const [initial] = useState(texts)
  const [shown, setShown] = useState<Shown>('data')
  const [languages] = useState(() => ({
    data: dataLanguage(),
    schema: optionalJsonLanguage('JSON Schema of the data, such as {"required": ["name"]}'),
    options: optionalJsonLanguage('Options of calls, such as {"pdfa": "3b"}'),
  }))
  const views = useRef<Partial<Record<Shown, EditorView>>>({})
  const dataLabel = texts.dataSet === undefined ? SAMPLE_DATA : `Data set ${texts.dataSet}`
  const label = shown === 'data' ? dataLabel : LABELS[shown]
  const select = (value: string) => {
    const isText = value === 'schema' || value === 'options'
    setShown(isText ? value : 'data')
    if (!isText) texts.selectDataSet(value === 'data' ? undefined : value.slice(DATA_SET.length))
  }
  return (
    <section className={classes.pane} aria-label={label}>
      <div className={classes.head}>
        {isNew ? (
          <h2 className={classes.heading}>{SAMPLE_DATA}</h2>
        ) : (
          <NativeSelect
            size="xs"
            aria-label="Text in this pane"
            value={shown === 'data' && texts.dataSet !== undefined ? DATA_SET + texts.dataSet : shown}
            onChange={({ currentTarget: { value } }) => select(value)}
            data={[
              {
                group: 'Data for the preview',
                items: [
                  { value: 'data', label: SAMPLE_DATA },
                  ...texts.dataSets.map(({ name }) => ({ value: DATA_SET + name, label: name })),
                ],
              },
              {
                group: 'Rules and options',
                items: [
                  { value: 'schema', label: LABELS.schema },
                  { value: 'options', label: LABELS.options },
                ],
              },
            ]}
          />
        )}
        <Group gap={2} ml="auto" wrap="nowrap">
          {!isNew && <DataSetMenu texts={texts} onSelect={() => setShown('data')} />}
          <PaneButton
            label="Format JSON"
            icon={<IconIndentIncrease size={16} />}
            onClick={() => format(views.current[shown])}
          />
          {props.onHide && (
            <PaneButton
              label="Hide data"
              icon={<IconLayoutSidebarRightCollapse size={16} />}
              onClick={props.onHide}
            />
          )}
        </Group>
      </div>
      {/* All stay mounted, to keep their undo history and cursor. Another data set starts a new history. */}
      <div className={classes.text} hidden={shown !== 'data'}>
        <CodeEditor
          key={texts.dataSet ?? ''}
          onView={(view) => (views.current.data = view)}
          label={dataLabel}
          initial={texts.data}
          extensions={languages.data}
          isWrapped={isWrapped}
          onChange={texts.setData}
        />
      </div>
      <div className={classes.text} hidden={shown !== 'schema'}>
        <CodeEditor
          onView={(view) => (views.current.schema = view)}
          label={LABELS.schema}
          initial={initial.dataSchema}
          extensions={languages.schema}
          isWrapped={isWrapped}
          onChange={texts.setDataSchema}
        />
      </div>
      <div className={classes.text} hidden={shown !== 'options'}>
        <CodeEditor
          onView={(view) => (views.current.options = view)}
          label={LABELS.options}
          initial={initial.pdfOptions}
          extensions={languages.options}
          isWrapped={isWrapped}
          onChange={texts.setPdfOptions}
        />
      </div>
    </section>
  )
}

/** Indents the JSON in an editor. */
function format(view: EditorView | undefined): void {
  if (!view) return
  const formatted = formatJson(view.state.doc.toString())
  if (formatted === undefined) {
    notifications.show({
      id: 'invalid-json',
      color: 'red',
      title: 'The text was not formatted',
      message: 'The text is not valid JSON. Correct the marked error, then format it again.',
    })
  } else {
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: formatted } })
  }
  view.focus()
}
