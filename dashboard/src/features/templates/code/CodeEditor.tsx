import { setDiagnostics } from '@codemirror/lint'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useEffectEvent, useRef } from 'react'
import classes from './CodeEditor.module.css'
import { editing } from './setup.ts'

/** Something that is wrong at a place of the text: the line from 1 on, the column from 0 on. */
export interface Mistake {
  line: number
  column: number
  message: string
}

/**
 * A text that is edited as code. It owns the text: `initial` is read only on the first render; give it another `key` for another text.
 * @param props `extensions`: its language and the like; they are read only on the first render, too. `startsAtMistake`: the cursor goes to
 * the first mistake.
 */
export function CodeEditor(props: {
  label: string
  initial: string
  extensions: Extension
  mistake?: Mistake | undefined
  startsAtMistake?: boolean
  onChange: (text: string) => void
}) {
  const parent = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView>(null)
  const isWaitingForMistake = useRef(props.startsAtMistake ?? false)
  const onChange = useEffectEvent(props.onChange)
  const begin = useEffectEvent((element: HTMLElement) => {
    const changes = EditorView.updateListener.of((update) => {
      if (!update.docChanged) return
      // From now on the cursor is where the author types.
      isWaitingForMistake.current = false
      onChange(update.state.doc.toString())
    })
    const extensions = [editing(props.label), props.extensions, changes]
    return new EditorView({
      state: EditorState.create({ doc: props.initial, extensions }),
      parent: element,
    })
  })
  useEffect(() => {
    if (!parent.current) return undefined
    const view = begin(parent.current)
    editor.current = view
    return () => view.destroy()
  }, [])

  const { line, column, message } = props.mistake ?? {}
  useEffect(() => {
    const view = editor.current
    if (!view) return
    const mistake = line === undefined ? undefined : { line, column: column ?? 0, message: message ?? '' }
    const diagnostics = mistake ? [diagnosticFor(view.state, mistake)] : []
    view.dispatch(setDiagnostics(view.state, diagnostics))
    const [first] = diagnostics
    if (!first || !isWaitingForMistake.current) return
    isWaitingForMistake.current = false
    view.dispatch({
      selection: { anchor: first.from },
      effects: EditorView.scrollIntoView(first.from, { y: 'center' }),
    })
    view.focus()
  }, [line, column, message])

  return <div ref={parent} className={classes.editor} />
}

function diagnosticFor({ doc }: EditorState, { line, column, message }: Mistake) {
  const { from: start, to: end } = doc.line(Math.min(Math.max(line, 1), doc.lines))
  const from = Math.min(start + column, end)
  const rest = doc.sliceString(from, end)
  const length = /^(?:\{\{[^}]*\}*|[^\s{}]+)/.exec(rest)?.[0].length ?? 0
  // At the end of a line there is nothing to be underlined but what comes before it.
  return length > 0
    ? { from, to: from + length, severity: 'error' as const, message }
    : { from: Math.max(start, from - 1), to: Math.max(from, start), severity: 'error' as const, message }
}
