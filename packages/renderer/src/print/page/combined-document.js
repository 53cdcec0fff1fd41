/**
 * Replaces the document in the page by one that shows several documents, each in a shadow tree of its own: selectors,
 * ids, references, counters and style sheets of one document do not reach another.
 *
 * The functions that end with `Conflict` return the reason why documents cannot be combined, or '' when they can.
 * @param {string[]} sources
 * @returns {string}
 */
function combine(sources) {
  const parsed = sources.map((source) => new DOMParser().parseFromString(source, 'text/html'))
  const [first = document] = parsed
  const reason =
    (sources.some((source) => ROOT_UNITS.test(source)) ? 'a unit of the root' : '') ||
    firstConflict(parsed, nameConflict) ||
    firstConflict(parsed, (other) => documentConflict(other, first)) ||
    firstConflict(parsed, linkConflict) ||
    outlineConflict(parsed)
  if (reason) return reason
  // While the document is open, it waits for style sheets, as it does for those that it is parsed with.
  document.open()
  document.write(`${doctypeOf(first)}<html><head></head><body style="margin:0"></body></html>`)
  document.title = first.title
  const language = first.documentElement.getAttribute('lang')
  if (language !== null) document.documentElement.lang = language
  const documents = parsed.map(({ documentElement }) => {
    // The rules of other hosts can be read only with CORS.
    for (const link of documentElement.querySelectorAll(SHEET_LINK))
      if (link instanceof HTMLLinkElement) link.crossOrigin ??= 'anonymous'
    const [sheet, host] = [document.createElement('platen-sheet'), document.createElement('platen-document')]
    const tree = host.attachShadow({ mode: 'open' })
    tree.append(document.adoptNode(documentElement))
    sheet.append(host)
    document.body.append(sheet)
    return { sheet, host, tree, html: documentElement }
  })
  document.close()
  Reflect.set(globalThis, COMBINED, documents)
  return document.compatMode === first.compatMode ? '' : 'the doctype'
}

const SHEET_LINK = 'link[rel~="stylesheet" i]'

/** Units other than `rem` that refer to the type of the root element. */
const ROOT_UNITS = /\dr(?:lh|ex|ch|cap|ic)\b/i

/**
 * Gives each document a sheet of its own, with the layout that Chromium uses for a document alone: the page area is
 * rounded up for boxes in the flow, and down for positioned elements. The sheet is not fragmented, and nothing outside
 * of it is drawn.
 * @param {{ width: number, height: number }} area
 */
function placeOnSheets(area) {
  const [width, height] = [Math.ceil(area.width), Math.ceil(area.height)]
  const [positionedWidth, positionedHeight] = [Math.floor(area.width), Math.floor(area.height)]
  for (const { sheet, host } of combined()) {
    sheet.style.cssText +=
      `; display: block; break-before: page; contain: size layout style; width: ${positionedWidth}px; ` +
      `height: ${positionedHeight}px; clip-path: inset(0 ${positionedWidth - width}px ${positionedHeight - height}px 0)`
    host.style.cssText = `all: initial; direction: ltr; display: flow-root; width: ${width}px; height: ${height}px`
  }
}

/**
 * Checks that nothing reaches beyond its sheet: Chromium would make a document smaller that is too wide, and add a sheet
 * to one that is too high.
 */
function overflowConflict() {
  return firstConflict(combined(), ({ sheet, host, html }) => {
    const { right, bottom } = host.getBoundingClientRect()
    const { clientWidth, clientHeight } = host
    // These sizes are rounded.
    const isOver = sheet.scrollWidth > clientWidth || sheet.scrollHeight > clientHeight
    const isSlightlyOver = (/** @type {number} */ distance) => distance >= 1 / 64 && distance < 1
    const elements = isOver ? [] : [html, ...html.querySelectorAll('*')]
    const boxes = elements.map((element) => element.getBoundingClientRect())
    return isOver ||
      boxes.some((box) => isSlightlyOver(box.right - right) || isSlightlyOver(box.bottom - bottom))
      ? 'more than a sheet'
      : ''
  })
}

/**
 * Returns whether a document has a forced break that is not at its beginning or end, or may add a blank sheet.
 * @param {HTMLElement} html
 */
function breaksWithin(html) {
  const [afterContent, beforeContent] = [besideContent(html, 'after'), besideContent(html, 'before')]
  return [...html.querySelectorAll('*')].some((element) => {
    const { breakBefore, breakAfter } = getComputedStyle(element)
    if (/left|right|recto|verso/.test(breakBefore + breakAfter)) return true
    const isForced = (/** @type {string} */ value) => !/^(?:auto|avoid)/.test(value)
    return (
      (isForced(breakBefore) && afterContent.has(element)) ||
      (isForced(breakAfter) && beforeContent.has(element))
    )
  })
}

/**
 * Returns the nodes of a document that are after or before any text or box.
 * @param {HTMLElement} html
 * @param {'after' | 'before'} side
 */
function besideContent(html, side) {
  /** @type {Set<Node>} */
  const nodes = new Set()
  for (const parent of [html, ...html.querySelectorAll('*')]) {
    let isBeside = nodes.has(parent)
    const children = [...parent.childNodes]
    for (const node of side === 'after' ? children : children.toReversed()) {
      if (isBeside) nodes.add(node)
      else isBeside = isContent(node)
    }
  }
  return nodes
}

/**
 * Returns whether a node is a text or has a box. A break after an empty box leaves a blank sheet.
 * @param {Node} node
 */
function isContent(node) {
  if (node instanceof Text) return /\S/.test(node.data)
  return node instanceof Element && node.getClientRects().length > 0
}

/**
 * Returns the first conflict, or '' when there is none.
 * @template Item
 * @param {Item[]} items
 * @param {(item: Item) => string} conflictOf
 */
function firstConflict(items, conflictOf) {
  for (const item of items) {
    const reason = conflictOf(item)
    if (reason) return reason
  }
  return ''
}

/**
 * Rejects elements whose name hides a property of their document or form from the functions here.
 * @param {Document} of
 */
function nameConflict(of) {
  const named = Document.prototype.querySelectorAll.call(of, NAMED)
  return [...named].some((element) =>
    ['name', 'id'].some((attribute) => {
      const name = Element.prototype.getAttribute.call(element, attribute)
      return name && (name in Document.prototype || name in HTMLFormElement.prototype)
    }),
  )
    ? 'a name of a property'
    : ''
}

/** Elements that become properties of their document or form. */
const NAMED = ['button', 'embed', 'fieldset', 'form', 'iframe', 'img', 'input', 'object', 'output', 'select']
  .concat('textarea')
  .flatMap((name) => [`${name}[name]`, `${name}[id]`])
  .join()

/**
 * @param {Document} other
 * @param {Document} first
 */
function documentConflict(other, first) {
  if (other.compatMode !== first.compatMode || doctypeOf(other) !== doctypeOf(first)) return 'the doctype'
  if (!(other.body instanceof HTMLBodyElement)) return 'no body'
  const [language, expected] = [other, first].map(({ documentElement }) =>
    documentElement.getAttribute('lang'),
  )
  if (language !== expected) return 'the language'
  const acting = other.querySelector(ACTING)
  return acting ? `<${acting.localName}>, which acts on the document` : ''
}

/** @param {Document} of */
function doctypeOf({ doctype }) {
  return doctype ? new XMLSerializer().serializeToString(doctype) : ''
}

/** Elements that have another effect in a shadow tree, or an effect on the whole document. */
const ACTING =
  'base, meta[http-equiv]:not([http-equiv="content-type" i], [http-equiv="x-ua-compatible" i]), ' +
  'meta[name="color-scheme" i]:not([content*="light" i]), link[title], style[title], link[rel~="alternate" i][rel~="stylesheet" i], ' +
  'template[shadowrootmode], body[link], body[vlink], body[alink], [autofocus], dialog[open], ' +
  'animate, set, animateMotion, animateTransform, marquee'

/**
 * Rejects links to an element of the document itself: Chromium finds the targets of links outside of shadow trees only.
 * @param {Document} of
 */
function linkConflict(of) {
  const links = [...of.querySelectorAll('a, area')]
  const named = [...of.querySelectorAll('[id], [name]')]
  const names = new Set(named.flatMap((element) => [element.id, element.getAttribute('name')]))
  return links.some((link) => {
    const [, name = ''] =
      /#(.+)/.exec(link.getAttribute('href') ?? link.getAttribute('xlink:href') ?? '') ?? []
    return name !== '' && [name, decoded(name)].some((id) => names.has(id))
  })
    ? 'a link within the document'
    : ''
}

/** @param {string} text of an address. */
function decoded(text) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Checks that the first heading of each document has the highest level. Otherwise it would become a child of a heading
 * in the document before it.
 * @param {Document[]} documents
 */
function outlineConflict(documents) {
  const levels = documents.map(({ body }) =>
    [...body.querySelectorAll('h1, h2, h3, h4, h5, h6, [role=heading]')].map((heading) =>
      Number(heading.getAttribute('aria-level') ?? heading.localName[1] ?? 2),
    ),
  )
  const top = Math.min(...levels.flat())
  return levels.every(([first]) => first === undefined || first === top) ? '' : 'the outline'
}
