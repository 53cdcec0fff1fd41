/**
 * Adds the bodies of further documents to the one in the page, each on a new sheet, if it is certain that each is
 * printed as it would be alone. Otherwise returns the reason, and the documents are printed one by one.
 *
 * The functions that end with `Conflict` return the reason why documents cannot be combined, or '' when they can.
 * @param {string[]} sources
 * @returns {string}
 */
function combine(sources) {
  const parsed = sources.map((source) => new DOMParser().parseFromString(source, 'text/html'))
  const bodies = [document, ...parsed].map(({ body }) => body)
  const reason =
    firstConflict(parsed, headConflict) ||
    firstConflict(bodies, elementConflict) ||
    (document.querySelector('link[rel~="stylesheet" i]') ? 'a style sheet of its own address' : '') ||
    referenceConflict(bodies) ||
    outlineConflict(bodies) ||
    rootConflict(document.documentElement)
  if (reason) return reason
  for (const { body } of parsed) document.documentElement.append(document.adoptNode(body))
  const conflict = styleConflict(bodies) || firstConflict(bodies, bodyConflict)
  if (!conflict) beginBodiesOnNewSheets()
  return conflict
}

function beginBodiesOnNewSheets() {
  const breaks = document.createElement('style')
  const hasBackground = getComputedStyle(document.documentElement).backgroundColor !== 'rgba(0, 0, 0, 0)'
  // When html has no background, that of the first body covers every sheet. The other bodies must not draw theirs.
  breaks.textContent = `html > body + body { break-before: page !important; ${hasBackground ? '' : 'background: transparent !important'} }`
  document.head.append(breaks)
}

/**
 * Checks that each body fits on one sheet, when all resources are loaded. The window is as wide as the page area,
 * rounded down.
 * @param {{ width: number, height: number }} area the page area, in CSS pixels.
 * @returns {string}
 */
function sheetConflict({ width, height }) {
  // Chromium shrinks all elements when one of them is wider than its sheet.
  if (document.documentElement.scrollWidth > Math.ceil(width)) return 'wider than a sheet'
  const shadowed = shadowedElements()
  return firstConflict([...document.querySelectorAll('html > body')], (body) => {
    const contents = document.createRange()
    contents.selectNodeContents(body)
    const [box, inner] = [body.getBoundingClientRect(), contents.getBoundingClientRect()]
    if (inner.height === 0) return 'an empty body'
    // The margin of a body and that of the body before it may have collapsed. It is at most their distance.
    const before = body.previousElementSibling
    const root = document.documentElement.getBoundingClientRect()
    const start = before instanceof HTMLBodyElement ? before.getBoundingClientRect().bottom : root.top
    let [top, bottom] = [
      Math.min(box.top, inner.top),
      Math.max(box.bottom, inner.bottom, box.top + body.scrollHeight),
    ]
    for (const element of unclipped(body)) {
      const drawn = element.getBoundingClientRect()
      if (drawn.width === 0 && drawn.height === 0) continue
      const around = element.matches(shadowed) ? SHADOW_REACH_MAX : 0
      top = Math.min(top, drawn.top - around)
      bottom = Math.max(bottom, drawn.bottom + around)
    }
    // Content beyond the edge of its sheet would also be printed on the next sheet.
    return top < start || bottom - start > height ? 'more than a sheet' : ''
  })
}

/**
 * Returns the elements within an element that may be visible outside of it.
 * @param {Element} element
 * @returns {Element[]}
 */
function unclipped(element) {
  return [...element.children].flatMap((child) => {
    const { overflowX, overflowY, position } = getComputedStyle(child)
    // An element without a position does not clip the absolutely positioned elements within it.
    const clips = overflowX !== 'visible' && overflowY !== 'visible' && position !== 'static'
    return clips ? [child] : [child, ...unclipped(child)]
  })
}

/** Longest reach of a shadow or outline, in CSS pixels. `declarationConflict` rejects longer ones. */
const SHADOW_REACH_MAX = 100

/** Returns a selector of the elements that may have a shadow or outline. */
function shadowedElements() {
  const selectors = allRules().flatMap((rule) =>
    rule instanceof CSSStyleRule && shadows(rule.style).length > 0
      ? [rule.selectorText.replace(/::[-\w]+/g, '')]
      : [],
  )
  const inline = ['shadow', 'outline', 'filter', 'border-image'].map((name) => `[style*="${name}"]`)
  return [...inline, ...selectors.filter((selector) => CSS.supports(`selector(${selector})`))].join(', ')
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

/** @param {Document} other */
function headConflict(other) {
  if (other.compatMode !== document.compatMode) return 'the doctype'
  if (!(other.body instanceof HTMLBodyElement)) return 'no body'
  if (headOf(other) !== headOf(document)) return 'the head'
  if (attributesOf(other.documentElement) !== attributesOf(document.documentElement)) return 'html attributes'
  if (attributesOf(other.body) !== attributesOf(document.body)) return 'body attributes'
  return ''
}

/** @param {Document} from */
function headOf({ head }) {
  const copy = /** @type {Element} */ (head.cloneNode(true))
  copy.querySelector('title')?.remove()
  return copy.innerHTML
}

/** @param {Element} element */
function attributesOf({ attributes }) {
  return JSON.stringify([...attributes].map(({ name, value }) => [name, value]))
}

// Elements that affect the whole document, or other elements of their kind.
const ACTING =
  'style, link, script, base, meta, title, noscript, template, iframe, frame, object, embed, portal, ' +
  'form, input, select, textarea, button, details, dialog, animate, set, animateMotion, animateTransform'

/** @param {HTMLElement} body */
function elementConflict(body) {
  return body.querySelector(ACTING) ? 'an element that acts on the document' : ''
}

/**
 * Checks that the first heading of each body has the highest level. Otherwise it would become a child of a heading in
 * the body before it.
 * @param {HTMLElement[]} bodies
 */
function outlineConflict(bodies) {
  const levels = bodies.map((body) =>
    [...body.querySelectorAll('h1, h2, h3, h4, h5, h6, [role=heading]')].map((heading) =>
      Number(heading.getAttribute('aria-level') ?? heading.localName[1] ?? 2),
    ),
  )
  const top = Math.min(...levels.flat())
  return levels.every(([first]) => first === undefined || first === top) ? '' : 'the outline'
}

/** @param {HTMLElement} root */
function rootConflict(root) {
  const style = getComputedStyle(root)
  const edges = ['margin', 'padding', 'border'].flatMap((property) =>
    ['top', 'right', 'bottom', 'left'].map((side) =>
      style.getPropertyValue(`${property}-${side}${property === 'border' ? '-width' : ''}`),
    ),
  )
  const generated = ['::before', '::after'].map((part) => getComputedStyle(root, part).content)
  if (edges.some((edge) => edge !== '0px')) return 'edges of html'
  if (generated.some((content) => content !== 'none' && content !== 'normal')) return 'content of html'
  return valueConflict(style, { ...ALLOWED_VALUES, display: ['block'], position: ['static'] })
}

/** @param {HTMLElement} body */
function bodyConflict(body) {
  return valueConflict(getComputedStyle(body), {
    ...ALLOWED_VALUES,
    display: ['block', 'flow-root', 'flex', 'grid'],
    position: ['static', 'relative'],
  })
}

// Values of html and body that cannot make a body draw on the sheets of another.
const ALLOWED_VALUES = {
  rotate: ['none'],
  scale: ['none'],
  translate: ['none'],
  'clip-path': ['none'],
  'mask-image': ['none'],
  'box-shadow': ['none'],
  'outline-style': ['none'],
  float: ['none'],
  'background-image': ['none'],
  'overflow-x': ['visible'],
  'overflow-y': ['visible'],
  transform: ['none'],
  filter: ['none'],
  opacity: ['1'],
  'mix-blend-mode': ['normal'],
  contain: ['none'],
  'container-type': ['normal'],
  'column-count': ['auto'],
  'column-width': ['auto'],
  'writing-mode': ['horizontal-tb'],
  'counter-reset': ['none'],
  'counter-increment': ['none'],
  'counter-set': ['none'],
}

/**
 * @param {CSSStyleDeclaration} style
 * @param {Record<string, string[]>} allowed
 */
function valueConflict(style, allowed) {
  const colour = style.backgroundColor
  if (colour !== 'rgba(0, 0, 0, 0)' && !colour.startsWith('rgb(')) return 'a translucent background'
  return Object.keys(allowed).find((name) => !allowed[name]?.includes(style.getPropertyValue(name))) ?? ''
}
