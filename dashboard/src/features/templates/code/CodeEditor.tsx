import { setDiagnostics } from '@codemirror/lint'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useEffectEvent, useRef } from 'react'
import classes from './CodeEditor.module.css'
import { editing } from './setup.ts'

/** Error at a position of the text. `line` starts at 1, `column` at 0. */
export interface Mistake {
  line: number
  column: number
  message: string
}

/**
 * Code editor. It owns its text: `initial` and `extensions` are read only on the first render. Set another `key` to
 * replace the text.
 * @param props `extensions`: language and other extensions. `startsAtMistake`: moves the cursor to the first mistake.
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
  const createView = useEffectEvent((element: HTMLElement) => {
    const changes = EditorView.updateListener.of((update) => {
      if (!update.docChanged) return
      // From now on the cursor stays where the author types.
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
    const view = createView(parent.current)
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
  // At the end of a line, the character before it is underlined.
  return length > 0
    ? { from, to: from + length, severity: 'error' as const, message }
    : { from: Math.max(start, from - 1), to: Math.max(from, start), severity: 'error' as const, message }
}
