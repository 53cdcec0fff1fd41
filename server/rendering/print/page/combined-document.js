/**
 * Adds the bodies of further documents to the one that is shown, each to begin a sheet of its own, if it can be
 * proven that each is then printed as it would be alone. What cannot be proven is refused: printing one by one
 * is always right.
 * @param {string[]} sources
 * @returns {string} why not, or ''.
 */
function together(sources) {
  const parsed = sources.map((source) => new DOMParser().parseFromString(source, 'text/html'))
  const bodies = [document, ...parsed].map(({ body }) => body)
  const reason =
    firstOf(parsed, whyNotOneHead) ||
    firstOf(bodies, whyNotBeside) ||
    (document.querySelector('link[rel~="stylesheet" i]') ? 'a style sheet of its own address' : '') ||
    whyNotReferences(bodies) ||
    whyNotOneOutline(bodies) ||
    whyNotRoot(document.documentElement)
  if (reason) return reason
  for (const { body } of parsed) document.documentElement.append(document.adoptNode(body))
  return whyNotStyles(bodies) || firstOf(bodies, whyNotBody) || separate()
}

function separate() {
  const breaks = document.createElement('style')
  const own = getComputedStyle(document.documentElement).backgroundColor !== 'rgba(0, 0, 0, 0)'
  // Where html has no background, the first body's is behind everything, and another's would not be.
  breaks.textContent = `html > body + body { break-before: page !important; ${own ? '' : 'background: transparent !important'} }`
  document.head.append(breaks)
  return ''
}

/**
 * Tells whether a sheet has room for each body, once everything in them is loaded. The window is as wide as the area
 * of a sheet for its content, rounded down.
 * @param {{ width: number, height: number }} area that a sheet has for its content.
 * @returns {string} why not, or ''.
 */
function sheetsOfTheirOwn({ width, height }) {
  // Chromium shrinks all elements when one of them is wider than its sheet.
  if (document.documentElement.scrollWidth > Math.ceil(width)) return 'wider than a sheet'
  const shadowed = shadowedElements()
  return firstOf([...document.querySelectorAll('html > body')], (body) => {
    const contents = document.createRange()
    contents.selectNodeContents(body)
    const [box, inner] = [body.getBoundingClientRect(), contents.getBoundingClientRect()]
    if (inner.height === 0) return 'an empty body'
    // Its own margin and that of the body before may have become one; it is not more than their distance.
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
      const around = element.matches(shadowed) ? SHADOW : 0
      top = Math.min(top, drawn.top - around)
      bottom = Math.max(bottom, drawn.bottom + around)
    }
    // What reaches over the edge of a sheet's content is printed on its neighbour as well.
    return top < start || bottom - start > height ? 'more than a sheet' : ''
  })
}

/**
 * What is within an element and may be seen outside of it.
 * @param {Element} element
 * @returns {Element[]}
 */
function unclipped(element) {
  return [...element.children].flatMap((child) => {
    const { overflowX, overflowY, position } = getComputedStyle(child)
    // One that is not placed itself does not clip what is placed within it.
    const clips = overflowX !== 'visible' && overflowY !== 'visible' && position !== 'static'
    return clips ? [child] : [child, ...unclipped(child)]
  })
}

/** How far, in pixels, a shadow or outline may reach; `whyNotDeclarations` sees to it. */
const SHADOW = 100

/** A selector of what has something drawn around it. */
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
 * The first reason found.
 * @template Item
 * @param {Item[]} items
 * @param {(item: Item) => string} whyNot
 */
function firstOf(items, whyNot) {
  for (const item of items) {
    const reason = whyNot(item)
    if (reason) return reason
  }
  return ''
}

/** @param {Document} other */
function whyNotOneHead(other) {
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

// What acts on a whole document, or on others of its kind.
const ACTING =
  'style, link, script, base, meta, title, noscript, template, iframe, frame, object, embed, portal, ' +
  'form, input, select, textarea, button, details, dialog, animate, set, animateMotion, animateTransform'

/** @param {HTMLElement} body */
function whyNotBeside(body) {
  return body.querySelector(ACTING) ? 'an element that acts on the document' : ''
}

/** A heading would go below those of the element before, if they were more important.
 * @param {HTMLElement[]} bodies */
function whyNotOneOutline(bodies) {
  const levels = bodies.map((body) =>
    [...body.querySelectorAll('h1, h2, h3, h4, h5, h6, [role=heading]')].map((heading) =>
      Number(heading.getAttribute('aria-level') ?? heading.localName[1] ?? 2),
    ),
  )
  const top = Math.min(...levels.flat())
  return levels.every(([first]) => first === undefined || first === top) ? '' : 'the outline'
}

/** @param {HTMLElement} root */
function whyNotRoot(root) {
  const style = getComputedStyle(root)
  const edges = ['margin', 'padding', 'border'].flatMap((property) =>
    ['top', 'right', 'bottom', 'left'].map((side) =>
      style.getPropertyValue(`${property}-${side}${property === 'border' ? '-width' : ''}`),
    ),
  )
  const generated = ['::before', '::after'].map((part) => getComputedStyle(root, part).content)
  if (edges.some((edge) => edge !== '0px')) return 'edges of html'
  if (generated.some((content) => content !== 'none' && content !== 'normal')) return 'content of html'
  return differing(style, { ...PLAIN, display: ['block'], position: ['static'] })
}

/** @param {HTMLElement} body */
function whyNotBody(body) {
  return differing(getComputedStyle(body), {
    ...PLAIN,
    display: ['block', 'flow-root', 'flex', 'grid'],
    position: ['static', 'relative'],
  })
}

// Where html and body have these values, a body is laid out on its own sheets and nowhere else.
const PLAIN = {
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
function differing(style, allowed) {
  const colour = style.backgroundColor
  if (colour !== 'rgba(0, 0, 0, 0)' && !colour.startsWith('rgb(')) return 'a translucent background'
  return Object.keys(allowed).find((name) => !allowed[name]?.includes(style.getPropertyValue(name))) ?? ''
}
