import { EditorView } from '@codemirror/view'

/** Moves the cursor of an editor to the start of a line, and scrolls it into view. */
export function showLine(view: EditorView, line: number): void {
  const { from } = view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines))
  view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) })
  view.focus()
}
