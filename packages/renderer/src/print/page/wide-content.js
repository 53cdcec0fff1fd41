/** @typedef {{ name: string, reach: number }} Wide */
/** @typedef {{ element: Element, reach: number }} Reaching */

/**
 * Finds the elements that reach furthest beyond the end of an area as wide as the window: its right edge, or its left
 * edge when the document is written from right to left.
 * @param {number} width of the area, in CSS pixels.
 * @returns {{ widest: Wide | undefined, cut: Wide | undefined }} the widest element, and the widest that has text, an
 * image or a border outside of the area.
 */
function findWideContent(width) {
  const furthest = /** @type {{ widest?: Reaching, cut?: Reaching }} */ ({})
  const limit = width + TOLERANCE
  const body = bodyOf(document)
  if (!body) return { widest: undefined, cut: undefined }
  const fromRight = isRightToLeft()
  const reachOf = (/** @type {DOMRect} */ { left, right }) => (fromRight ? width - left : right)
  // The `overflow` of the body alone, or of the root element alone, applies to the window and has no effect in print.
  const clips = [rootOf(document) ?? body, body].every((box) => getComputedStyle(box).overflowX !== 'visible')
  const bodyClip = clips ? reachOf(boxOf(body)) : Infinity
  const note = (
    /** @type {'widest' | 'cut'} */ kind,
    /** @type {Element} */ element,
    /** @type {number} */ reach,
  ) => {
    if (reach > (furthest[kind]?.reach ?? limit)) furthest[kind] = { element, reach }
  }
  // An explicit stack, because scripts may nest elements deeper than the call stack allows.
  const pending = [{ element: body, clip: bodyClip, isAside: false }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { element, clip, isAside } = next
    for (const node of property('childNodes', element)) {
      if (node instanceof Text) {
        const reach = Math.min(clip, reachOf(boxOfText(node)))
        if (reach > limit) note('widest', element, reach)
        if (reach > limit && !isAside && isShown(node) && isOpaque(element)) note('cut', element, reach)
      } else if (node instanceof HTMLElement || node instanceof SVGSVGElement) {
        const style = getComputedStyle(node)
        if (style.display === 'none') continue
        const box = boxOf(node)
        const reach = Math.min(clip, reachOf(box))
        note('widest', node, reach)
        // Intentionally beside the sheet, such as a label for screen readers.
        const isBeyond = fromRight ? box.right <= 0 : box.left >= width
        const isOutside = isAside || (style.position === 'absolute' && isBeyond)
        const border = fromRight ? 'border-left' : 'border-right'
        if (!isOutside && isDrawnAt(border, node, style)) note('cut', node, reach)
        const innerClip = style.overflowX === 'visible' ? clip : reach
        if (node instanceof HTMLElement) pending.push({ element: node, clip: innerClip, isAside: isOutside })
      }
    }
  }
  const named = (/** @type {Reaching | undefined} */ wide) =>
    wide && {
      name: nameOf(outermost(wide.element, (box) => reachOf(box) > limit)),
      reach: wide.reach,
    }
  return { widest: named(furthest.widest), cut: named(furthest.cut) }
}

/**
 * Tolerance in CSS pixels: Chromium rounds the width of the area and of the content to whole pixels when it shrinks
 * them.
 */
const TOLERANCE = 2

/** Returns whether the document is written from right to left. */
function isRightToLeft() {
  const body = bodyOf(document)
  return !!body && getComputedStyle(body).direction === 'rtl'
}

/**
 * Returns the outermost ancestor that also reaches beyond the area, such as the table of a cell.
 * @param {Element} element
 * @param {(box: DOMRect) => boolean} reachesBeyond
 */
function outermost(element, reachesBeyond) {
  let [outer, around] = [element, parentOf(element)]
  for (; around && around !== bodyOf(document); around = parentOf(around))
    if (reachesBeyond(boxOf(around))) outer = around
  return outer
}

/** @param {Text} text */
function boxOfText(text) {
  const range = new Range()
  range.selectNodeContents(text)
  return range.getBoundingClientRect()
}

/**
 * Returns whether content is lost when the edge of an element is cut. A background is not lost: it only ends earlier.
 * @param {'border-left' | 'border-right'} border at that edge.
 * @param {Element} element
 * @param {CSSStyleDeclaration} style
 */
function isDrawnAt(border, element, style) {
  const colour = style.getPropertyValue(`${border}-color`)
  const isTransparent = colour.startsWith('rgba(') && colour.endsWith(', 0)')
  const hasBorder = style.getPropertyValue(`${border}-width`) !== '0px' && !isTransparent
  return (hasBorder || matches(element, PICTURES)) && style.visibility === 'visible' && isOpaque(element)
}

/** @param {Element} element */
function isOpaque(element) {
  return isVisible(element, { opacityProperty: true })
}

/** @param {Element} element */
function nameOf(element) {
  const id = property('id', element)
  const classes = [...property('classList', element)].slice(0, 2)
  const name = [property('localName', element), id && `#${id}`, ...classes.map((name) => `.${name}`)].join('')
  return name.length > NAME_LENGTH_MAX ? `${name.slice(0, NAME_LENGTH_MAX)}…` : name
}

/** Leaves space for the widths in the subject of a warning. */
const NAME_LENGTH_MAX = 80
