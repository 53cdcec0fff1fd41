/** Range of a source. */
export interface Range {
  from: number
  to: number
}

/** Declaration in a rule, such as `size: A4`. */
export interface Declaration extends Range {
  /** Lower-case name, such as "margin-top". */
  name: string
  value: string
  /** Range of the value. */
  valueRange: Range
  /** True when Handlebars or a CSS function computes the value. */
  isComputed: boolean
}

/** `@page` rule in a style element of a source. */
export interface PageRule {
  /** Text between `@page` and the block, such as ":first"; empty for all sheets. */
  selector: string
  line: number
  /** Range of the text in the block. */
  block: Range
  declarations: Declaration[]
  /** True for a rule that applies under a condition: in another block, or in a style element with `media`. */
  isConditional: boolean
}

/** Style element of a source. */
export interface StyleElement {
  /** Range of the text in the element. */
  content: Range
  hasMedia: boolean
}

// Comments, strings and mustaches are masked with characters that have no meaning in CSS.
const MASKED =
  /\/\*[\s\S]*?(?:\*\/|$)|\{\{[\s\S]*?(?:\}\}\}?|$)|"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|'(?:[^'\\]|\\[\s\S])*(?:'|\\?$)/g
const MUSTACHE_MASK = '\u0001'
const TEXT_MASK = '\u0002'
const PAGE = /@page(?![\w-])/iy
const HTML_COMMENT = /<!--[\s\S]*?(?:-->|$)/g

/** Returns the `@page` rules of the style elements of a source, in order. */
export function pageRulesIn(source: string): PageRule[] {
  return styleElementsIn(source).flatMap(({ content, hasMedia }) =>
    rulesIn(source, content).map((rule) => ({ ...rule, isConditional: rule.isConditional || hasMedia })),
  )
}

/** Returns the style elements of a source, except those in comments. */
export function styleElementsIn(source: string): StyleElement[] {
  const html = source.replace(HTML_COMMENT, (comment) => ' '.repeat(comment.length)).toLowerCase()
  const elements: StyleElement[] = []
  for (let at = html.indexOf('<style'); at !== -1; at = html.indexOf('<style', at)) {
    const start = html.indexOf('>', at) + 1
    if (start === 0) break
    const end = html.indexOf('</style', start)
    const content = { from: start, to: end === -1 ? source.length : end }
    elements.push({ content, hasMedia: html.slice(at, start).includes('media') })
    at = content.to
  }
  return elements
}

function rulesIn(source: string, { from, to }: Range): PageRule[] {
  const css = maskedCss(source.slice(from, to))
  const rules: PageRule[] = []
  let depth = 0
  for (let at = 0; at < css.length; at += 1) {
    PAGE.lastIndex = at
    const open = css[at] === '@' && PAGE.test(css) ? css.indexOf('{', at) : -1
    if (open !== -1) {
      const close = endOfBlock(css, open)
      const block = { from: from + open + 1, to: from + close }
      rules.push({
        selector: source.slice(from + PAGE.lastIndex, from + open).trim(),
        line: source.slice(0, from + at).split('\n').length,
        block,
        declarations: declarationsIn(css.slice(open + 1, close), source, block.from),
        isConditional: depth > 0,
      })
      at = close
    } else if (css[at] === '{') depth += 1
    else if (css[at] === '}') depth -= 1
  }
  return rules
}

function maskedCss(css: string): string {
  return css.replace(MASKED, (text) => {
    const mask = text.startsWith('{{') ? MUSTACHE_MASK : text.startsWith('/*') ? ' ' : TEXT_MASK
    return mask.repeat(text.length)
  })
}

/** Returns the position of the brace that closes the block at `open`, or the end of the text. */
function endOfBlock(css: string, open: number): number {
  let depth = 0
  for (let at = open; at < css.length; at += 1) {
    if (css[at] === '{') depth += 1
    else if (css[at] === '}') depth -= 1
    if (depth === 0) return at
  }
  return css.length
}

/** Returns the declarations of a block, without those of the margin boxes in it. @param offset position of `css` in `source`. */
function declarationsIn(css: string, source: string, offset: number): Declaration[] {
  const declarations: Declaration[] = []
  let start = 0
  for (let at = 0; at <= css.length; at += 1) {
    if (css[at] === '{') {
      at = endOfBlock(css, at)
      start = at + 1
    } else if (at === css.length || css[at] === ';') {
      const colon = css.indexOf(':', start)
      if (colon !== -1 && colon < at) declarations.push(declarationAt(start, colon, at))
      start = at + 1
    }
  }
  return declarations

  function declarationAt(from: number, colon: number, to: number): Declaration {
    const masked = css.slice(colon + 1, to)
    const valueFrom = offset + colon + 1 + (masked.length - masked.trimStart().length)
    const valueRange = { from: valueFrom, to: valueFrom + masked.trim().length }
    return {
      from: offset + from,
      to: offset + to,
      name: css.slice(from, colon).trim().toLowerCase(),
      value: source.slice(valueRange.from, valueRange.to),
      valueRange,
      isComputed: masked.includes(MUSTACHE_MASK) || /[(!]/.test(masked),
    }
  }
}
