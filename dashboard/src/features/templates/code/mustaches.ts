/** One mustache of a source, or what is left of one at its end. */
export interface Mustache {
  from: number
  to: number
  kind: 'comment' | 'open' | 'close' | 'else' | 'value'
  /** What stands between the braces, without the signs at its edges. */
  inside: string
  /** Where that begins. */
  insideFrom: number
}

const MUSTACHE =
  /\{\{!--[\s\S]*?(?:--~?\}\}|$)|\{\{![\s\S]*?(?:\}\}|$)|\{\{\{[\s\S]*?(?:\}\}\}|$)|\{\{[\s\S]*?(?:\}\}|$)/g
const EDGES = /^\{\{\{?~?(?:!--|[!#^/>&*])?\*?>?\s*/

/** The mustaches of a text, in their order. A text that begins in the middle of one is read from the next on. */
export function* mustachesIn(text: string): Generator<Mustache> {
  for (const match of text.matchAll(MUSTACHE)) {
    const [whole] = match
    // Handlebars prints an escaped one as it is.
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

/** A block that is open. */
export interface OpenBlock {
  /** "each". */
  name: string
  /** What it is about, such as "lines"; "" without any. */
  path: string
  /** What its element, and then its number, is called in it: `as |line number|`. */
  names: string[]
}

/** The blocks that are open at the end of a text, the outermost first. */
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
