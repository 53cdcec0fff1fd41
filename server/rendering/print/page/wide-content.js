/** @typedef {{ name: string, reach: number }} Wide */

/**
 * Finds the elements that reach furthest to the right, beyond an area as wide as the window.
 * @param {number} width of the area, in CSS pixels.
 * @returns {{ widest: Wide | undefined, cut: Wide | undefined }} the widest element, and the widest that has text, a picture or a border
 * outside of the area.
 */
function findWideContent(width) {
  const found =
    /** @type {{ widest?: { element: Element, reach: number }, cut?: { element: Element, reach: number } }} */ ({})
  const limit = width + TOLERANCE
  const note = (
    /** @type {'widest' | 'cut'} */ kind,
    /** @type {Element} */ element,
    /** @type {number} */ reach,
  ) => {
    if (reach > (found[kind]?.reach ?? limit)) found[kind] = { element, reach }
  }
  // A stack of its own: scripts nest elements deeper than calls can go.
  const pending = [{ element: document.body, clip: Infinity, isAside: false }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { element, clip, isAside } = next
    for (const node of element.childNodes) {
      if (node instanceof Text) {
        const reach = Math.min(clip, reachOfText(node))
        if (reach > limit) note('widest', element, reach)
        if (reach > limit && !isAside && isShown(node) && isOpaque(element)) note('cut', element, reach)
      } else if (node instanceof HTMLElement || node instanceof SVGSVGElement) {
        const style = getComputedStyle(node)
        if (style.display === 'none') continue
        const box = node.getBoundingClientRect()
        const reach = Math.min(clip, box.right)
        note('widest', node, reach)
        // Beside the sheet on purpose, such as a label for screen readers.
        const isOutside = isAside || (style.position === 'absolute' && box.left >= width)
        if (!isOutside && isDrawnAtRight(node, style)) note('cut', node, reach)
        const innerClip = style.overflowX === 'visible' ? clip : reach
        if (node instanceof HTMLElement) pending.push({ element: node, clip: innerClip, isAside: isOutside })
      }
    }
  }
  const named = (/** @type {{ element: Element, reach: number } | undefined} */ wide) =>
    wide && { name: nameOf(outermost(wide.element, limit)), reach: wide.reach }
  return { widest: named(found.widest), cut: named(found.cut) }
}

/** CSS pixels that rounding may add. */
const TOLERANCE = 1

/**
 * The outermost element around one that reaches beyond the area as well, such as the table of a cell.
 * @param {Element} element
 * @param {number} limit
 */
function outermost(element, limit) {
  let [outer, around] = [element, element.parentElement]
  for (; around && around !== document.body; around = around.parentElement)
    if (around.getBoundingClientRect().right > limit) outer = around
  return outer
}

/** @param {Text} text */
function reachOfText(text) {
  const range = document.createRange()
  range.selectNodeContents(text)
  return range.getBoundingClientRect().right
}

/**
 * Tells whether something is lost when the right edge of an element is. A background is not: it only ends earlier.
 * @param {Element} element
 * @param {CSSStyleDeclaration} style
 */
function isDrawnAtRight(element, style) {
  const isTransparent = style.borderRightColor.startsWith('rgba(') && style.borderRightColor.endsWith(', 0)')
  const hasBorder = style.borderRightWidth !== '0px' && !isTransparent
  return (hasBorder || element.matches(PICTURES)) && style.visibility === 'visible' && isOpaque(element)
}

/** @param {Element} element */
function isOpaque(element) {
  return element.checkVisibility({ opacityProperty: true })
}

/** @param {Element} element */
function nameOf({ localName, id, classList }) {
  const classes = [...classList].slice(0, 2).map((name) => `.${name}`)
  return [localName, id && `#${id}`, ...classes].join('')
}
