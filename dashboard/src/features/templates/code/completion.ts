import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { type KnownHelper, suggestionsAt } from './suggestions.ts'

const TYPES = { field: 'property', helper: 'function', keyword: 'keyword' } as const
// Blocks that opened further away are not looked for at every letter.
const LOOKED_BACK_MAX = 200_000

/** What may stand in a mustache, by what there is when it is asked for. */
export function completeMustaches(known: () => { data: unknown; helpers: readonly KnownHelper[] }) {
  return (context: CompletionContext): CompletionResult | null => {
    const start = Math.max(0, context.pos - LOOKED_BACK_MAX)
    const { data, helpers } = known()
    const found = suggestionsAt(context.state.sliceDoc(start, context.pos), data, helpers)
    if (!found) return null
    return {
      from: start + found.from,
      options: found.options.map(({ label, kind, detail, info }): Completion => ({
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
