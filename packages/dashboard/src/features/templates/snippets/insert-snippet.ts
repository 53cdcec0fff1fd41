import { snippet } from '@codemirror/autocomplete'
import type { EditorView } from '@codemirror/view'
import { scopeIn } from '../code/fields.ts'
import { openBlocks } from '../code/mustaches.ts'
import { readPageSetup } from '../page-setup/page-setup.ts'
import { insertionPoint } from './insertion-point.ts'
import type { SnippetKind } from './kinds.ts'
import { snippetText } from './snippets.ts'

/**
 * Inserts a snippet at the cursor, or at the nearest position that can have content.
 * @param known `data`: sample data. `image`: name of an asset.
 */
export function insertSnippet(
  view: EditorView,
  kind: SnippetKind,
  known: { data: unknown; image: string | undefined },
): void {
  const source = view.state.doc.toString()
  const position = insertionPoint(source, view.state.selection.main.head)
  const setup = readPageSetup(source)
  const text = snippetText(kind, {
    scope: scopeIn(known.data, openBlocks(source.slice(0, position))),
    hasMargins:
      setup.kind === 'manual' ||
      (setup.kind === 'editable' && Object.values(setup.margins).some((margin) => margin !== '0')),
    image: known.image,
  })
  const line = view.state.doc.lineAt(position)
  const isBlock = text.includes('\n')
  const before = isBlock && source.slice(line.from, position).trim() !== '' ? '\n' : ''
  view.dispatch({ selection: { anchor: position } })
  snippet(before + text)(view, null, position, position)
  view.focus()
}
