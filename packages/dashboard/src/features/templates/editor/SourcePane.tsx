import type { EditorView } from '@codemirror/view'
import { Group } from '@mantine/core'
import { IconLayoutSidebarRightExpand, IconTextWrap } from '@tabler/icons-react'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { notifyFailure } from '../../../api/query-client.ts'
import { CodeEditor } from '../code/CodeEditor.tsx'
import { templateAssistance, templateLanguage } from '../code/setup.ts'
import { showLine } from '../code/show-line.ts'
import type { SourceError } from '../code/source-error.ts'
import { useKnownNames } from '../code/use-known-names.ts'
import { logoChange } from '../images/logo.ts'
import { ReplaceLogo } from '../images/ReplaceLogo.tsx'
import { useImageDialog, useImageFiles } from '../images/use-images.tsx'
import { changePageSetup, type PageChange, readPageSetup } from '../page-setup/page-setup.ts'
import { PageSetupButton } from '../page-setup/PageSetupButton.tsx'
import { InsertMenu } from '../snippets/InsertMenu.tsx'
import type { SnippetKind } from '../snippets/kinds.ts'
import type { EditorTexts } from '../use-editor-texts.ts'
import { PaneButton } from '../PaneButton.tsx'
import classes from '../Pane.module.css'

/**
 * Source of a template, with its page setup and snippets.
 * @param props `startsAtError`: the cursor starts at the first error.
 * `onShowData`: shows the data; `undefined` when they are shown.
 */
export function SourcePane(props: {
  texts: EditorTexts
  sourceError: SourceError | undefined
  startsAtError: boolean
  isWrapped: boolean
  onWrap: () => void
  onShowData: (() => void) | undefined
}) {
  const { texts, isWrapped } = props
  const [initial] = useState(texts.content)
  const editor = useRef<EditorView>(null)
  const known = useKnownNames(texts.data)
  const images = useImageDialog(editor)
  const imageFiles = useImageFiles()
  const [extensions] = useState(() => [templateLanguage(), templateAssistance(known), imageFiles])
  const content = useDeferredValue(texts.content)
  const setup = useMemo(() => readPageSetup(content), [content])
  const hasLogo = useMemo(() => logoChange(content, '') !== undefined, [content])

  const changePage = (change: PageChange) => {
    const view = editor.current
    const changes = view && changePageSetup(view.state.doc.toString(), change)
    if (changes) view.dispatch({ changes, userEvent: 'input.page' })
  }
  const insert = async (kind: SnippetKind) => {
    const { insertSnippet } = await import('../snippets/insert-snippet.ts')
    if (editor.current) insertSnippet(editor.current, kind, known().data)
  }
  const goTo = (line: number) => {
    if (editor.current) showLine(editor.current, line)
  }

  return (
    <section className={classes.pane} aria-label="Template">
      <div className={classes.head}>
        <h2 className={classes.heading}>Template</h2>
        <Group gap={2} ml="auto" wrap="nowrap">
          {hasLogo && <ReplaceLogo onClick={() => images.choose('logo')} />}
          <InsertMenu
            onImage={() => images.choose('image')}
            onInsert={(kind) =>
              void insert(kind).catch((error: unknown) => notifyFailure('Nothing was inserted', error))
            }
          />
          <PageSetupButton setup={setup} onChange={changePage} onGoTo={goTo} />
          <PaneButton
            label="Wrap long lines"
            icon={<IconTextWrap size={16} />}
            isPressed={isWrapped}
            onClick={props.onWrap}
          />
          {props.onShowData && (
            <PaneButton
              label="Show data"
              icon={<IconLayoutSidebarRightExpand size={16} />}
              onClick={props.onShowData}
            />
          )}
        </Group>
      </div>
      <CodeEditor
        label="Template source"
        initial={initial}
        extensions={extensions}
        isWrapped={isWrapped}
        sourceError={props.sourceError}
        startsAtError={props.startsAtError}
        onChange={texts.setContent}
        onView={(view) => (editor.current = view)}
      />
      {images.dialog}
    </section>
  )
}
