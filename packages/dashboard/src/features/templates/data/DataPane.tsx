import type { EditorView } from '@codemirror/view'
import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconIndentIncrease, IconLayoutSidebarRightCollapse } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { CodeEditor } from '../code/CodeEditor.tsx'
import { formatJson } from '../code/format-json.ts'
import { dataLanguage, schemaLanguage } from '../code/setup.ts'
import type { EditorTexts } from '../use-editor-texts.ts'
import { PaneButton } from './PaneButton.tsx'
import classes from './TemplateEditor.module.css'

/**
 * Sample data and schema of a template.
 * @param props `hasSchema`: false for a template that is not saved yet. `onHide`: hides the pane.
 */
export function DataPane(props: {
  texts: EditorTexts
  hasSchema: boolean
  isWrapped: boolean
  onHide: (() => void) | undefined
}) {
  const { texts, hasSchema, isWrapped } = props
  const [initial] = useState(texts)
  const [pane, setPane] = useState<'data' | 'schema'>('data')
  const [languages] = useState(() => ({ data: dataLanguage(), schema: schemaLanguage() }))
  const data = useRef<EditorView>(null)
  const schema = useRef<EditorView>(null)
  const isData = pane === 'data'
  const format = () => {
    const view = (isData ? data : schema).current
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
  return (
    <section className={classes.pane} aria-label={isData ? 'Sample data' : 'Schema'}>
      <div className={classes.head}>
        <h2 className={classes.heading}>{isData ? 'Sample data' : 'Schema'}</h2>
        <Group gap={2} ml="auto" wrap="nowrap">
          {hasSchema && (
            <Button variant="subtle" size="compact-xs" onClick={() => setPane(isData ? 'schema' : 'data')}>
              {isData ? 'Show schema' : 'Show data'}
            </Button>
          )}
          <PaneButton label="Format JSON" icon={<IconIndentIncrease size={16} />} onClick={format} />
          {props.onHide && (
            <PaneButton
              label="Hide data"
              icon={<IconLayoutSidebarRightCollapse size={16} />}
              onClick={props.onHide}
            />
          )}
        </Group>
      </div>
      {/* Both stay mounted, to keep their undo history and cursor. */}
      <div className={classes.text} hidden={!isData}>
        <CodeEditor
          onView={(view) => (data.current = view)}
          label="Sample data"
          initial={initial.sampleData}
          extensions={languages.data}
          isWrapped={isWrapped}
          onChange={texts.setSampleData}
        />
      </div>
      <div className={classes.text} hidden={isData}>
        <CodeEditor
          onView={(view) => (schema.current = view)}
          label="Schema"
          initial={initial.dataSchema}
          extensions={languages.schema}
          isWrapped={isWrapped}
          onChange={texts.setDataSchema}
        />
      </div>
    </section>
  )
}
