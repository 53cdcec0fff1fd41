/**
 * Returns the first sign that a document is written for several sheets. '' when there is none.
 *
 * Page counters count only in margin boxes: elsewhere in a document, `page` is a counter like any other. Breaks and named
 * pages count only where they separate content: documents of one sheet often end with `break-after: page`.
 * @param {boolean} mayBreak `false` skips the search for breaks and named pages, which reads the style of every element.
 * @returns {'page-selector' | 'page-counter' | 'forced-break' | 'named-page' | ''}
 */
function sheetStructure(mayBreak) {
  const rules = readableRules().filter(isInUse)
  if (rules.some((rule) => rule instanceof CSSPageRule && rule.selectorText.includes(':')))
    return 'page-selector'
  if (rules.some((rule) => hasPageCounter(marginBoxStyle(rule)?.content ?? ''))) return 'page-counter'
  return mayBreak ? structureOfContent() : ''
}

/**
 * Returns whether the media queries of a rule match.
 * @param {CSSRule} rule
 */
function isInUse(rule) {
  const queries = [rule.parentStyleSheet?.media.mediaText ?? '']
  for (let group = rule.parentRule; group; group = group.parentRule)
    if (group instanceof CSSMediaRule) queries.push(group.media.mediaText)
  return queries.every((query) => query === '' || matchMedia(query).matches)
}

/** @param {string} content of a margin box. */
function hasPageCounter(content) {
  const root = rootOf(document)
  const variables = Array.from(content.matchAll(/var\(\s*(--[-\w]+)/g), ([, name = '']) => name)
  const values = variables.map((name) => (root ? getComputedStyle(root).getPropertyValue(name) : ''))
  return [content, ...values].some((value) =>
    /\bcounters?\(\s*pages?\s*[,)]/.test(value.replace(/"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'/g, '')),
  )
}

/** @returns {'forced-break' | 'named-page' | ''} */
function structureOfContent() {
  const [first, last] = [shownNode('first'), shownNode('last')]
  if (!first || !last) return ''
  const between = new Range()
  between.setStartAfter(first)
  between.setEndBefore(last)
  const names = new Set([pageNameOf(first), pageNameOf(last)])
  for (const element of Document.prototype.querySelectorAll.call(document, 'body, body *')) {
    const { breakBefore, breakAfter, page } = getComputedStyle(element)
    const edges = /** @type {const} */ (['start', 'end']).filter((edge) =>
      PAGE_BREAK.test(edge === 'start' ? breakBefore : breakAfter),
    )
    if ((edges.length === 0 && page === 'auto') || !isInFlow(element)) continue
    if (edges.some((edge) => includesEdge(between, element, edge))) return 'forced-break'
    if (page !== 'auto') names.add(page)
    if (names.size > 1) return 'named-page'
  }
  return ''
}

/**
 * @param {Range} range
 * @param {Element} element
 * @param {'start' | 'end'} edge of the element.
 */
function includesEdge(range, element, edge) {
  const point = new Range()
  if (edge === 'start') point.setStartBefore(element)
  else point.setStartAfter(element)
  return range.isPointInRange(point.startContainer, point.startOffset)
}

/**
 * Returns the first or the last text or image of the document.
 * @param {'first' | 'last'} which
 */
function shownNode(which) {
  const walker = Document.prototype.createTreeWalker.call(document, document)
  if (which === 'last') while (walker.lastChild()) continue
  const next = () => (which === 'first' ? walker.nextNode() : walker.previousNode())
  for (let node = /** @type {Node | null} */ (walker.currentNode); node; node = next())
    if (node instanceof Text ? isShown(node) : node instanceof Element && isDrawnAlone(node)) return node
  return undefined
}

/**
 * Returns whether an element is drawn itself, and is no box around other elements.
 * @param {Element} element
 */
function isDrawnAlone(element) {
  return (matches(element, PICTURES) || property('childElementCount', element) === 0) && isDrawn(element)
}

/**
 * Returns the name of the page that a node is printed on.
 * @param {Node} node
 */
function pageNameOf(node) {
  const names = ancestorsOf(node).map((element) => getComputedStyle(element).getPropertyValue('page'))
  return names.find((name) => name !== 'auto') ?? 'auto'
}

/**
 * Returns whether an element can begin a new sheet: it and its ancestors are blocks in the flow of the document.
 * @param {Element} element
 */
function isInFlow(element) {
  return ancestorsOf(element).every((box) => {
    const { display, float, position } = getComputedStyle(box)
    return (
      !/^(?:none|inline|contents|ruby)/.test(display) && float === 'none' && !/absolute|fixed/.test(position)
    )
  })
}
