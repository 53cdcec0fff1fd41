const COMMENT = /<!--[\s\S]*?(?:-->|$)|\{\{~?!--[\s\S]*?(?:--~?\}\}|$)|\{\{~?!(?!--)[\s\S]*?(?:\}\}|$)/g
const ELEMENT = /<(svg|img)\s([^<>]*)>/gi
const ID = /(?:^|\s)id="logo"/
// A value may contain a mustache with quotes: src="{{asset "logo.png"}}".
const SOURCE = /(?:^|\s)src="(?:\{\{[^{}]*\}\}|[^"{]|\{(?!\{))*"/
const LABEL = /(?:^|\s)aria-label="((?:\{\{[^{}]*\}\}|[^"{]|\{(?!\{))*)"/
const STYLE = /(?:^|\s)(?:class|style)="(?:\{\{[^{}]*\}\}|[^"{]|\{(?!\{))*"/g
const SVG_TAG = /<(\/?)svg(?:\s[^<>]*)?>/gi

/**
 * Returns the change that replaces the logo of a template by an asset: the first `<svg>` or `<img>` with the id "logo".
 * `undefined` when the template has no logo.
 */
export function logoChange(
  source: string,
  asset: string,
): { from: number; to: number; insert: string } | undefined {
  // Comments are blanked, so that positions stay the same.
  const code = source.replace(COMMENT, (comment) => ' '.repeat(comment.length))
  for (const { index: from, 0: start, 1: tag = '', 2: attributes = '' } of code.matchAll(ELEMENT)) {
    if (!ID.test(attributes)) continue
    const src = `src="{{asset "${asset}"}}"`
    const to = from + start.length
    if (tag.toLowerCase() === 'img') {
      const others = attributes.replace(SOURCE, '')
      return { from, to, insert: `<img ${src} ${others.trim()}>` }
    }
    const end = endOfSvg(code, from)
    if (end === undefined) return undefined
    const insert = `<img id="logo" ${src} alt="${labelIn(attributes)}"${styleIn(attributes)}>`
    return { from, to: end, insert }
  }
  return undefined
}

/** Returns the end of the `<svg>` that starts at `from`; `undefined` when it is not closed. It may contain others. */
function endOfSvg(code: string, from: number): number | undefined {
  let depth = 0
  for (const { index, 0: tag, 1: slash } of code.slice(from).matchAll(SVG_TAG)) {
    if (slash) depth -= 1
    else if (!tag.endsWith('/>')) depth += 1
    if (depth <= 0) return from + index + tag.length
  }
  return undefined
}

/** Returns the alternative text for the attributes of an `<svg>`: empty for a decoration. */
function labelIn(attributes: string): string {
  if (/(?:^|\s)aria-hidden="true"/.test(attributes)) return ''
  return LABEL.exec(attributes)?.[1] ?? 'Logo'
}

function styleIn(attributes: string): string {
  return Array.from(attributes.matchAll(STYLE), ([one]) => ` ${one.trim()}`).join('')
}
