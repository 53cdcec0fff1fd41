import { pageRulesIn, type Declaration, type PageRule, type Range, styleElementsIn } from './page-rules.ts'

/** Side of a sheet. */
export type Side = 'top' | 'right' | 'bottom' | 'left'

/** Sides in the order of CSS. */
export const SIDES: readonly Side[] = ['top', 'right', 'bottom', 'left']

/** Page setup of a source. */
export type PageSetup =
  /** No rule sets a size or margins: sheets are A4 without margins. */
  | { kind: 'none'; others: PageRule[] }
  /** One rule sets them. */
  | { kind: 'editable'; size: string; margins: Record<Side, string>; others: PageRule[] }
  /** Several rules set them, or a value is computed. */
  | { kind: 'manual'; reason: string; others: PageRule[] }

/** Change of one value of a page setup. */
export type PageChange = { property: 'size'; value: string } | { property: Side; value: string }

/** Replacement of a range of a source. */
export interface TextChange extends Range {
  insert: string
}

/**
 * Reads the size and the margins of the sheets from the `@page` rules of a source. `others` are rules that have no part
 * in it, such as `@page :first`.
 */
export function readPageSetup(source: string): PageSetup {
  const rules = pageRulesIn(source).filter(({ declarations }) => declarations.some(isPageProperty))
  const general = rules.filter(({ selector }) => selector === '')
  const others = rules.filter(({ selector }) => selector !== '')
  const [rule] = general
  if (!rule) return { kind: 'none', others }
  if (general.length > 1)
    return { kind: 'manual', reason: 'Several @page rules set the size or the margins.', others: rules }
  if (rule.isConditional)
    return { kind: 'manual', reason: 'The @page rule applies under a condition.', others: rules }
  const declarations = rule.declarations.filter(isPageProperty)
  if (declarations.some(({ isComputed }) => isComputed))
    return { kind: 'manual', reason: 'A value of the @page rule is computed.', others: rules }
  if (new Set(declarations.map(({ name }) => name)).size < declarations.length)
    return { kind: 'manual', reason: 'The @page rule sets a value twice.', others: rules }
  const size = declarations.find(({ name }) => name === 'size')?.value ?? ''
  return { kind: 'editable', size, margins: marginsOf(declarations), others }
}

/** Returns the change of the source that sets one value; `undefined` for a setup that is not editable. */
export function changePageSetup(source: string, change: PageChange): TextChange | undefined {
  const { kind } = readPageSetup(source)
  if (kind === 'manual') return undefined
  const rule = pageRulesIn(source).find(
    ({ selector, declarations }) => selector === '' && declarations.some(isPageProperty),
  )
  if (!rule) return insertRule(source, declarationText(change))
  const { declarations } = rule
  if (change.property === 'size') {
    const size = declarations.find(({ name }) => name === 'size')
    return size
      ? { ...size.valueRange, insert: change.value }
      : insertDeclaration(rule, declarationText(change))
  }
  const owner = declarations.findLast(({ name }) => name === 'margin' || name === `margin-${change.property}`)
  if (owner?.name === 'margin') {
    const values = { ...expand(owner.value), [change.property]: change.value }
    return { ...owner.valueRange, insert: shorthand(values) }
  }
  if (owner) return { ...owner.valueRange, insert: change.value }
  const isFirst = !declarations.some(({ name }) => name.startsWith('margin'))
  return insertDeclaration(
    rule,
    isFirst ? declarationText(change) : `margin-${change.property}: ${change.value}`,
  )
}

function isPageProperty({ name }: Declaration): boolean {
  return name === 'size' || name === 'margin' || SIDES.some((side) => name === `margin-${side}`)
}

function marginsOf(declarations: readonly Declaration[]): Record<Side, string> {
  const margins = { top: '0', right: '0', bottom: '0', left: '0' }
  for (const { name, value } of declarations) {
    if (name === 'margin') Object.assign(margins, expand(value))
    const side = SIDES.find((each) => name === `margin-${each}`)
    if (side) margins[side] = value
  }
  return margins
}

/** Returns the value of each side of a `margin` with one to four values. */
function expand(value: string): Record<Side, string> {
  const [top = '0', right = top, bottom = top, left = right] = value.split(/\s+/)
  return { top, right, bottom, left }
}

/** Returns the shortest `margin` for the values of all sides. */
function shorthand({ top, right, bottom, left }: Record<Side, string>): string {
  if (left !== right) return `${top} ${right} ${bottom} ${left}`
  if (bottom !== top) return `${top} ${right} ${bottom}`
  return right === top ? top : `${top} ${right}`
}

function declarationText(change: PageChange): string {
  if (change.property === 'size') return `size: ${change.value}`
  const margins = { top: '0', right: '0', bottom: '0', left: '0', [change.property]: change.value }
  return `margin: ${shorthand(margins)}`
}

function insertDeclaration({ block }: PageRule, text: string): TextChange {
  return { from: block.from, to: block.from, insert: ` ${text};` }
}

/** Inserts a new rule into the first style element, or into a new one in the head. */
function insertRule(source: string, declaration: string): TextChange {
  const rule = `@page { ${declaration} }`
  const element = styleElementsIn(source).find(({ hasMedia }) => !hasMedia)
  if (element) return { from: element.content.from, to: element.content.from, insert: `\n  ${rule}` }
  const position = headPosition(source.toLowerCase())
  return { from: position, to: position, insert: `<style>\n  ${rule}\n</style>\n` }
}

/** Returns the position for a style element: the end of the head, or else the start of the document. */
function headPosition(html: string): number {
  const head = html.indexOf('</head')
  if (head !== -1) return head
  const root = /<html(?![\w-])/.exec(html)?.index ?? html.indexOf('<!doctype')
  if (root === -1) return 0
  const end = html.indexOf('>', root)
  return end === -1 ? 0 : html[end + 1] === '\n' ? end + 2 : end + 1
}
