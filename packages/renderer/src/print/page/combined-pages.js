/**
 * Adds the rules to the combined document that have no effect in shadow trees, when all documents agree on them. Margin
 * boxes may differ.
 * @returns {{ reason: string, area?: { width: number, height: number } }} the page area, in CSS pixels.
 */
function addSharedStyles() {
  const known = new Map()
  const read = combined().map(({ tree, html }) => ({ ...readStyles(tree, known), html }))
  const [first] = read
  const conflict = firstConflict(read, ({ reason }) => reason)
  if (conflict || !first) return { reason: conflict || 'no document' }
  if (read.some(({ shared }) => shared !== first.shared)) return { reason: 'fonts of its data' }
  // In quirks mode, html and body fill the window, and so do percentages of their height.
  if (document.compatMode === 'BackCompat' && read.some(({ percentages }) => percentages))
    return { reason: 'quirks' }
  const inherited = new Map()
  const pages = read.map((styles) => pageOf(styles, inherited))
  const reason =
    firstConflict(pages, (page) => page.reason) ||
    (pages.some(({ geometry }) => geometry !== pages[0]?.geometry) ? 'pages of its data' : '')
  if (reason) return { reason }
  const texts = [...new Set(pages.map(({ text }) => text))]
  addStyle(first.shared)
  /** @type {CSSPageRule[]} */
  const rules = []
  for (const [index, text] of texts.entries()) {
    const name = texts.length > 1 ? `platen-${index}` : 'auto'
    // A style sheet of its own for each text.
    const added = addStyle(text.replaceAll(PAGE, `@page ${name === 'auto' ? '' : name} {`))
    const pageRules = added.filter((rule) => rule instanceof CSSPageRule)
    if (pageRules.length !== added.length || added.length !== text.split(PAGE).length - 1)
      return { reason: 'page rules that cannot be copied' }
    rules.push(...pageRules)
    for (const [at, { sheet }] of combined().entries())
      if (pages[at]?.text === text) sheet.style.setProperty('page', name)
  }
  const area = pageArea(rules)
  if (!area) return { reason: 'the page area' }
  placeOnSheets(area)
  return { reason: read.some(({ breaks, html }) => breaks && breaksWithin(html)) ? 'a break' : '', area }
}

/**
 * Adds a style sheet to the document and returns its rules.
 * @param {string} text
 */
function addStyle(text) {
  const style = document.createElement('style')
  style.textContent = text
  document.head.append(style)
  return [...(style.sheet?.cssRules ?? [])]
}

/** Stands for the beginning of a page rule until its page has a name. */
const PAGE = '@page platen {'

/**
 * Returns a page rule as rules for the only sheet of its document, one for each selector that matches that sheet.
 * @param {CSSPageRule} rule
 * @returns {PageRule[]}
 */
function firstPageRules({ selectorText, cssText }) {
  const body = cssText.slice(cssText.indexOf('{') + 1)
  return (selectorText || ' ').split(',').flatMap((selector) => {
    const [name = '', ...pseudos] = selector.trim().split(':')
    const matches = name === '' && pseudos.every((pseudo) => pseudo === 'first' || pseudo === 'right')
    const weight = pseudos.reduce((sum, pseudo) => sum + (pseudo === 'first' ? 100 : 1), 0)
    return matches ? [{ weight, body }] : []
  })
}

/**
 * Returns the text of the page rules of a document, and their text without margin boxes.
 * @param {Styles & { texts: string, html: HTMLElement }} styles
 * @param {Map<string, string>} inherited by the styles of a document.
 */
function pageOf({ pages, texts, html }, inherited) {
  const ordered = pages.toSorted((one, other) => one.weight - other.weight)
  const own = withVariables(ordered.map(({ body }) => PAGE + body).join('\n'), html)
  const plain = own.replace(STRING, '""')
  const boxes = /@(?:top|right|bottom|left)-[^{}]*\{[^{}]*\}/g
  const geometry = plain.replace(boxes, '')
  const counted = own.replace(PAGES_COUNTER, (text, start) => (start ? `${start}platen-pages` : text))
  const key = [texts, ...html.getAttributeNames().map((name) => `${name}=${html.getAttribute(name)}`)].join(
    '\n',
  )
  if (plain !== geometry && (!inherited.has(key) || texts.includes(':has(')))
    inherited.set(key, inheritedStyle(html))
  return {
    reason: /counter-|var\(/.test(plain) ? 'a counter or variable of pages' : '',
    // Each document has one sheet. The value of `pages` itself cannot be set.
    text: `${PAGE} counter-set: page 1 platen-pages 1; ${inherited.get(key) ?? ''} }\n${counted}`,
    geometry,
  }
}

const STRING = /"(?:[^"\\]|\\[^])*"/g
const PAGES_COUNTER = /"(?:[^"\\]|\\[^])*"|(counters?\(\s*)pages(?=[\s,)])/g

/**
 * Replaces variables by their values at the root element, except values that would change the rules around them.
 * @param {string} text
 * @param {HTMLElement} html
 */
function withVariables(text, html) {
  if (!text.includes('var(')) return text
  const style = getComputedStyle(html)
  return text.replace(/"(?:[^"\\]|\\[^])*"|var\(\s*(--[-\w]+)\s*\)/g, (whole, name) => {
    const value = name ? style.getPropertyValue(name) : ''
    return isClosed(value) ? value || whole : whole
  })
}

/**
 * Returns whether a value ends all strings, brackets and comments that it begins. `style` attributes may leave them open.
 * @param {string} value
 */
function isClosed(value) {
  let rest = value.replace(STRING, '')
  if (/["'\\{};!]|\/\*/.test(rest)) return false
  for (let before = ''; before !== rest;) {
    before = rest
    rest = rest.replace(/\([^()[\]]*\)|\[[^()[\]]*\]/g, '')
  }
  return !/[()[\]]/.test(rest)
}

/**
 * Returns the declarations that the pages of a document inherit from its root element.
 * @param {HTMLElement} html
 */
function inheritedStyle(html) {
  const [child, plain] = [document.createElement('platen-probe'), document.createElement('platen-probe')]
  child.style.cssText = 'all: unset !important; display: none !important'
  plain.style.cssText = 'all: initial; display: none'
  html.append(child)
  document.head.append(plain)
  const [style, initial] = [getComputedStyle(child), getComputedStyle(plain)]
  const text = [...style]
    .filter((name) => style.getPropertyValue(name) !== initial.getPropertyValue(name))
    .map((name) => `${name}: ${style.getPropertyValue(name)};`)
    .join(' ')
  child.remove()
  plain.remove()
  return text
}

/**
 * Returns the page area (CSS Paged Media 3), in CSS pixels. Chromium computes it in 1/64 of a
 * pixel. `undefined` when it is not of fixed lengths.
 * @param {CSSPageRule[]} pages
 * @returns {{ width: number, height: number } | undefined}
 */
function pageArea(pages) {
  for (const { style } of pages)
    for (let index = 0; index < style.length; index += 1)
      if (isUnknownSize(style, style[index] ?? '')) return undefined
  const last = (/** @type {string} */ property) =>
    pages.map(({ style }) => style.getPropertyValue(property)).findLast((value) => value !== '') ?? ''
  const size = sheetSize(last('size') || 'auto')
  const [top = 0, right = 0, bottom = 0, left = 0] = ['top', 'right', 'bottom', 'left'].map(
    (side) => Math.floor(pixels(last(`margin-${side}`) || '0px') * 64) / 64,
  )
  const area = size && {
    width: Math.round(size.width * 64) / 64 - left - right,
    height: Math.round(size.height * 64) / 64 - top - bottom,
  }
  return area && area.width > 0 && area.height > 0 ? area : undefined
}

/**
 * Returns whether the page area depends on a declaration in a way that is not computed here.
 * @param {CSSPageDescriptors} style
 * @param {string} name
 */
function isUnknownSize(style, name) {
  if (LOGICAL.test(name) || style.getPropertyPriority(name) !== '') return true
  return OTHER_SIZES.test(name) && style.getPropertyValue(name) !== '0px'
}

/** Logical margins and sizes replace physical ones, even when they are 0. */
const LOGICAL = /^(?:margin-(?:inline|block)|(?:min-|max-)?(?:inline|block)-size)/

/** Further properties on which the page area depends. */
const OTHER_SIZES =
  /^(?:(?:min-|max-)?(?:width|height|inline-size|block-size)|padding|border-.*width|box-sizing|zoom|page-orientation|writing-mode)/

/** @param {string} size */
function sheetSize(size) {
  const words = size.toLowerCase().split(/\s+/)
  const names = words.filter((word) => word !== 'landscape' && word !== 'portrait')
  const [width, height = width] = (SHEETS[names[0] ?? 'auto']?.split(' ') ?? names).map(pixels)
  if (!width || !height) return undefined
  return words.includes('landscape') && width < height ? { width: height, height: width } : { width, height }
}

/** @type {Record<string, string>} */
const SHEETS = {
  // Chromium rounds the size of the paper, A4, up to whole points.
  auto: '596pt 842pt',
  a5: '148mm 210mm',
  a4: '210mm 297mm',
  a3: '297mm 420mm',
  b5: '176mm 250mm',
  b4: '250mm 353mm',
  'jis-b5': '182mm 257mm',
  'jis-b4': '257mm 364mm',
  letter: '8.5in 11in',
  legal: '8.5in 14in',
  ledger: '11in 17in',
}

/** @param {string} length @returns {number} NaN when it is not a fixed length. */
function pixels(length) {
  try {
    return CSSNumericValue.parse(length).to('px').value
  } catch {
    return NaN
  }
}
