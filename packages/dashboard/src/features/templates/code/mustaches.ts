/** Mustache in a source. At the end of the source it may be incomplete. */
export interface Mustache {
  from: number
  to: number
  kind: 'comment' | 'open' | 'close' | 'else' | 'value'
  /** Text between the braces, without the signs at its edges. */
  inside: string
  /** Offset of `inside`. */
  insideFrom: number
}

const MUSTACHE =
  /\{\{!--[\s\S]*?(?:--~?\}\}|$)|\{\{![\s\S]*?(?:\}\}|$)|\{\{\{[\s\S]*?(?:\}\}\}|$)|\{\{[\s\S]*?(?:\}\}|$)/g
const EDGES = /^\{\{\{?~?(?:!--|[!#^/>&*])?\*?>?\s*/

/** Yields the mustaches of a text in order. If the text starts inside a mustache, that one is skipped. */
export function* mustachesIn(text: string): Generator<Mustache> {
  for (const match of text.matchAll(MUSTACHE)) {
    const [whole] = match
    // Handlebars does not evaluate an escaped mustache.
    if (text[match.index - 1] === '\\' && text[match.index - 2] !== '\\') continue
    const edge = EDGES.exec(whole)?.[0].length ?? 2
    const inside = whole.slice(edge).replace(/~?\}{2,3}$/, '')
    yield {
      from: match.index,
      to: match.index + whole.length,
      kind: kindOf(whole, inside),
      inside,
      insideFrom: match.index + edge,
    }
  }
}

function kindOf(whole: string, inside: string): Mustache['kind'] {
  if (whole.startsWith('{{!') || whole.startsWith('{{~!')) return 'comment'
  if (/^\{\{~?#/.test(whole) || (/^\{\{~?\^/.test(whole) && inside.trim() !== '')) return 'open'
  if (/^\{\{~?\//.test(whole)) return 'close'
  return /^(?:else\b|$)/.test(inside) ? 'else' : 'value'
}

/** Open block. */
export interface OpenBlock {
  /** Name of the helper, such as "each". */
  name: string
  /** First argument, such as "lines"; "" without one. */
  path: string
  /** Block parameters: the element, then its index, as in `as |line number|`. */
  names: string[]
}

/** Returns the blocks that are open at the end of a text, the outermost first. */
export function openBlocks(text: string): OpenBlock[] {
  const open: OpenBlock[] = []
  for (const { kind, inside } of mustachesIn(text)) {
    if (kind === 'open') open.push(blockOf(inside))
    else if (kind === 'close') open.pop()
  }
  return open
}

function blockOf(inside: string): OpenBlock {
  const names = /\bas\s+\|([^|]*)\|/.exec(inside)?.[1]?.trim().split(/\s+/) ?? []
  const [name = '', path = ''] = inside.trim().split(/\s+/)
  return { name, path, names }
}
