/**
 * Gives the root elements of combined documents the effects that they have on a sheet: their background covers it, and
 * `rem` is their size of type.
 */
function settleRoots() {
  const roots = combined().map(({ html }) => readRoot(html))
  const [first] = roots
  const reason = firstConflict(roots, (root) => root.reason)
  if (reason || !first) return reason
  if (roots.some(({ fontSize }) => fontSize !== first.fontSize)) return 'a size of type of its data'
  if (roots.some(({ background }) => background !== first.background)) return 'a background of its data'
  for (const { body, bodyStyle, htmlStyle, html } of roots) {
    html.style.cssText += htmlStyle
    body.style.cssText += bodyStyle
  }
  document.documentElement.style.backgroundColor = first.background
  if (first.fontSize === '16px') return ''
  document.documentElement.style.fontSize = first.fontSize
  // Lengths in `rem` change. The size of the root itself must not, and no transition may start.
  const moved = roots.some(({ html }) => getComputedStyle(html).fontSize !== first.fontSize)
  return moved ? 'the size of type of html' : ''
}

/** @param {HTMLElement} html */
function readRoot(html) {
  const body = /** @type {HTMLElement} */ (html.querySelector(':scope > body'))
  const [own, inner] = [getComputedStyle(html), getComputedStyle(body)]
  let [htmlStyle, bodyStyle] = ['', '']
  // A root element contains the floats and margins of its content.
  if (own.display === 'block') htmlStyle += '; display: flow-root !important'
  // The `overflow` of one of them applies to the window and has no effect in print.
  if (own.overflow !== 'visible') htmlStyle += '; overflow: visible !important'
  else if (inner.overflow !== 'visible') bodyStyle += '; overflow: visible !important'
  const drawn = [own, inner].find(hasBackground)
  if (drawn === own) htmlStyle += '; background: none !important'
  else if (drawn) bodyStyle += '; background: none !important'
  return {
    reason:
      valueConflict(own, HTML_VALUES) ||
      valueConflict(inner, BODY_VALUES) ||
      (document.compatMode === 'BackCompat'
        ? valueConflict(own, QUIRKS) || valueConflict(inner, QUIRKS)
        : '') ||
      (inner.display === 'contents' ? 'display' : '') ||
      (drawn && drawn.backgroundImage !== 'none' ? 'a background image' : ''),
    html,
    body,
    htmlStyle,
    bodyStyle,
    fontSize: own.fontSize,
    background: drawn?.backgroundColor ?? '',
  }
}

/** @param {CSSStyleDeclaration} style */
function hasBackground({ backgroundColor, backgroundImage }) {
  return backgroundColor !== 'rgba(0, 0, 0, 0)' || backgroundImage !== 'none'
}

/** Values of html that have the same effect in a shadow tree as for a root element. */
const BODY_VALUES = {
  contain: ['none'],
  'container-type': ['normal'],
  'writing-mode': ['horizontal-tb'],
  // From right to left, Chromium shifts the content by the part of a pixel by which the page area is rounded.
  direction: ['ltr'],
}
const HTML_VALUES = {
  ...BODY_VALUES,
  display: ['block', 'flow-root', 'flex', 'grid'],
  position: ['static', 'relative'],
  float: ['none'],
  'color-scheme': ['normal', 'light', 'light dark'],
  zoom: ['1'],
  rotate: ['none'],
  scale: ['none'],
  translate: ['none'],
  transform: ['none'],
  filter: ['none'],
  opacity: ['1'],
  'mix-blend-mode': ['normal'],
  'clip-path': ['none'],
  'mask-image': ['none'],
  'column-count': ['auto'],
  'column-width': ['auto'],
}
/** Values with which it makes no difference that html and body fill the window in quirks mode. */
const QUIRKS = {
  display: ['block', 'flow-root'],
  position: ['static'],
  'border-bottom-style': ['none'],
  'outline-style': ['none'],
  'box-shadow': ['none'],
}

/**
 * @param {CSSStyleDeclaration} style
 * @param {Record<string, string[]>} allowed
 */
function valueConflict(style, allowed) {
  return Object.keys(allowed).find((name) => !allowed[name]?.includes(style.getPropertyValue(name))) ?? ''
}
