import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  insertCompletionText,
  pickedCompletion,
  snippet,
} from '@codemirror/autocomplete'
import type { EditorView } from '@codemirror/view'
import { helperSnippet } from './helper-snippet.ts'
import { type KnownHelper, type KnownNames, suggestionsAt } from './suggestions.ts'

const TYPES = {
  field: 'property',
  helper: 'function',
  keyword: 'keyword',
  partial: 'namespace',
  asset: 'constant',
} as const
// Text that is scanned for open blocks, in characters before the cursor.
const SCANNED_LENGTH_MAX = 200_000

/** Creates a completion source for mustaches. `known` returns the current names. */
export function completeMustaches(known: () => KnownNames) {
  return (context: CompletionContext): CompletionResult | null => {
    const start = Math.max(0, context.pos - SCANNED_LENGTH_MAX)
    const suggestions = suggestionsAt(context.state.sliceDoc(start, context.pos), known())
    if (!suggestions) return null
    return {
      from: start + suggestions.from,
      options: suggestions.options.map(({ label, kind, detail, info, helper }): Completion => ({
        label,
        type: TYPES[kind],
        boost: kind === 'field' ? 1 : 0,
        ...(detail !== undefined && { detail }),
        ...(info !== undefined && { info }),
        ...(helper && { apply: applyHelper(helper) }),
        ...(kind === 'asset' && { apply: applyAsset }),
      })),
      validFor: suggestions.options[0]?.kind === 'asset' ? /^[^"']*$/ : /^[\w@$-]*$/,
    }
  }
}

/** Inserts the name of an asset in place of the whole name around the cursor, and ends `{{asset "name"}}`. */
function applyAsset(view: EditorView, completion: Completion, from: number, to: number): void {
  const rest = view.state.sliceDoc(to, view.state.doc.lineAt(to).to)
  const oldEnd = /^[^"'{}]*(?=["'])/.exec(rest)?.[0]
  const missingEnd = oldEnd !== undefined ? '' : rest.startsWith('}}') ? '"' : '"}}'
  view.dispatch({
    ...insertCompletionText(view.state, completion.label + missingEnd, from, to + (oldEnd?.length ?? 0)),
    annotations: pickedCompletion.of(completion),
  })
}

/** Returns a function that inserts a helper with its parameters, or only its name into a call that has some. */
function applyHelper(helper: KnownHelper): NonNullable<Completion['apply']> {
  return (view: EditorView, completion: Completion, from: number, to: number) => {
    const line = view.state.doc.lineAt(to)
    const rest = view.state.sliceDoc(to, line.to)
    const braces = /^~?\}{2,3}/.exec(rest)?.[0] ?? ''
    if (rest !== '' && braces === '' && !rest.startsWith(')')) {
      view.dispatch({
        ...insertCompletionText(view.state, helper.name, from, to),
        annotations: pickedCompletion.of(completion),
      })
      return
    }
    const end = helper.isBlock ? to + braces.length : to
    snippet(helperSnippet(helper))(view, completion, from, end)
  }
}
