import { setDiagnostics } from '@codemirror/lint'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import classes from './CodeEditor.module.css'
import { editing } from './setup.ts'
import type { SourceError } from './source-error.ts'

/**
 * Code editor. It owns its text: `initial` and `extensions` are read on the first render only. Set another `key` to
 * replace the text.
 * @param props `extensions`: language and other extensions. `isWrapped`: wraps long lines. `startsAtError`: moves the
 * cursor to the first error. `onView`: receives the view when it is created.
 */
export function CodeEditor(props: {
  label: string
  initial: string
  extensions: Extension
  isWrapped?: boolean
  sourceError?: SourceError | undefined
  startsAtError?: boolean
  onChange: (text: string) => void
  onView?: (view: EditorView) => void
}) {
  const { isWrapped = false } = props
  const parent = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView>(null)
  const [wrapping] = useState(() => new Compartment())
  const isWaitingForError = useRef(props.startsAtError ?? false)
  const onChange = useEffectEvent(props.onChange)
  const createView = useEffectEvent((element: HTMLElement) => {
    const changes = EditorView.updateListener.of((update) => {
      if (!update.docChanged) return
      // From now on the cursor stays where the author types.
      isWaitingForError.current = false
      onChange(update.state.doc.toString())
    })
    const extensions = [editing(props.label), props.extensions, changes, wrapping.of([])]
    const view = new EditorView({
      state: EditorState.create({ doc: props.initial, extensions }),
      parent: element,
    })
    props.onView?.(view)
    return view
  })
  useEffect(() => {
    if (!parent.current) return undefined
    const view = createView(parent.current)
    editor.current = view
    return () => view.destroy()
  }, [])
  useEffect(
    () =>
      editor.current?.dispatch({
        effects: wrapping.reconfigure(isWrapped ? EditorView.lineWrapping : []),
      }),
    [wrapping, isWrapped],
  )

  const { line, column, message } = props.sourceError ?? {}
  useEffect(() => {
    const view = editor.current
    if (!view) return
    const sourceError = line === undefined ? undefined : { line, column: column ?? 0, message: message ?? '' }
    const diagnostics = sourceError ? [diagnosticFor(view.state, sourceError)] : []
    view.dispatch(setDiagnostics(view.state, diagnostics))
    const [first] = diagnostics
    if (!first || !isWaitingForError.current) return
    isWaitingForError.current = false
    view.dispatch({
      selection: { anchor: first.from },
      effects: EditorView.scrollIntoView(first.from, { y: 'center' }),
    })
    view.focus()
  }, [line, column, message])

  return <div ref={parent} className={classes.editor} />
}

function diagnosticFor({ doc }: EditorState, { line, column, message }: SourceError) {
  const { from: start, to: end } = doc.line(Math.min(Math.max(line, 1), doc.lines))
  const from = Math.min(start + column, end)
  const rest = doc.sliceString(from, end)
  const length = /^(?:\{\{[^}]*\}*|[^\s{}]+)/.exec(rest)?.[0].length ?? 0
  // At the end of a line, the character before it is underlined.
  return length > 0
    ? { from, to: from + length, severity: 'error' as const, message }
    : { from: Math.max(start, from - 1), to: Math.max(from, start), severity: 'error' as const, message }
}
