import { snippet } from '@codemirror/autocomplete'
import type { EditorView } from '@codemirror/view'
import { scopeIn } from '../code/fields.ts'
import { openBlocks } from '../code/mustaches.ts'
import { readPageSetup } from '../page-setup/page-setup.ts'
import { insertionPoint } from './insertion-point.ts'
import type { SnippetKind } from './kinds.ts'
import { imageText, snippetText } from './snippets.ts'

/** Inserts a snippet with fields of the data. */
export function insertSnippet(view: EditorView, kind: SnippetKind, data: unknown): void {
  insert(view, (source, position) => {
    const setup = readPageSetup(source)
    return snippetText(kind, {
      scope: scopeIn(data, openBlocks(source.slice(0, position))),
      hasMargins:
        setup.kind === 'manual' ||
        (setup.kind === 'editable' && Object.values(setup.margins).some((margin) => margin !== '0')),
    })
  })
}

/** Inserts an image. @param name of an asset. */
export function insertImage(view: EditorView, name: string): void {
  insert(view, () => imageText(name))
}

/** Inserts a text with fields at the cursor, or at the nearest position that can have content. */
function insert(view: EditorView, textAt: (source: string, position: number) => string): void {
  const source = view.state.doc.toString()
  const position = insertionPoint(source, view.state.selection.main.head)
  const text = textAt(source, position)
  const line = view.state.doc.lineAt(position)
  const isBlock = text.includes('\n')
  const before = isBlock && source.slice(line.from, position).trim() !== '' ? '\n' : ''
  view.dispatch({ selection: { anchor: position } })
  snippet(before + text)(view, null, position, position)
  view.focus()
}
