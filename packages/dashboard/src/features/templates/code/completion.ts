import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { type KnownHelper, suggestionsAt } from './suggestions.ts'

const TYPES = { field: 'property', helper: 'function', keyword: 'keyword' } as const
// Text that is scanned for open blocks, in characters before the cursor.
const SCANNED_LENGTH_MAX = 200_000

/** Creates a completion source for mustaches. `known` returns the current data and helpers. */
export function completeMustaches(known: () => { data: unknown; helpers: readonly KnownHelper[] }) {
  return (context: CompletionContext): CompletionResult | null => {
    const start = Math.max(0, context.pos - SCANNED_LENGTH_MAX)
    const { data, helpers } = known()
    const suggestions = suggestionsAt(context.state.sliceDoc(start, context.pos), data, helpers)
    if (!suggestions) return null
    return {
      from: start + suggestions.from,
      options: suggestions.options.map(({ label, kind, detail, info }): Completion => ({
        label,
        type: TYPES[kind],
        boost: kind === 'field' ? 1 : 0,
        ...(detail !== undefined && { detail }),
        ...(info !== undefined && { info }),
      })),
      validFor: /^[\w@$-]*$/,
    }
  }
}
