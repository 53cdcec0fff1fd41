import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { CodeEditor } from '../code/CodeEditor.tsx'
import { dataLanguage, schemaLanguage } from '../code/setup.ts'
import type { EditorTexts } from '../use-editor-texts.ts'
import classes from './TemplateEditor.module.css'

/** Sample data and schema of a template. @param props `hasSchema`: false for a template that is not saved yet. */
export function DataPane(props: { texts: EditorTexts; hasSchema: boolean }) {
  const { texts, hasSchema } = props
  const [initial] = useState(texts)
  const [pane, setPane] = useState<'data' | 'schema'>('data')
  const [languages] = useState(() => ({ data: dataLanguage(), schema: schemaLanguage() }))
  const isData = pane === 'data'
  return (
    <section className={classes.pane} data-pane="data" aria-label={isData ? 'Sample data' : 'Schema'}>
      <div className={classes.head}>
        <h2 className={classes.heading}>{isData ? 'Sample data' : 'Schema'}</h2>
        {hasSchema && (
          <Button
            variant="subtle"
            size="compact-xs"
            ml="auto"
            onClick={() => setPane(isData ? 'schema' : 'data')}
          >
            {isData ? 'Show schema' : 'Show data'}
          </Button>
        )}
      </div>
      {/* Both stay mounted, to keep their undo history and cursor. */}
      <Pane isShown={isData}>
        <CodeEditor
          label="Sample data"
          initial={initial.sampleData}
          extensions={languages.data}
          onChange={texts.setSampleData}
        />
      </Pane>
      <Pane isShown={!isData}>
        <CodeEditor
          label="Schema"
          initial={initial.dataSchema}
          extensions={languages.schema}
          onChange={texts.setDataSchema}
        />
      </Pane>
    </section>
  )
}

function Pane(props: { isShown: boolean; children: ReactNode }) {
  return (
    <div className={classes.text} hidden={!props.isShown}>
      {props.children}
    </div>
  )
}
