/** @typedef {{ element: Element, isGenerated: boolean, box: DOMRect | 'anywhere' }} PaintedBox */

/**
 * Returns the boxes that draw a background or a picture, in which other elements may lie without being inside of them.
 * @param {HTMLElement} root
 * @returns {PaintedBox[]}
 */
function paintedBoxes(root) {
  return [...root.querySelectorAll('*')].slice(0, ELEMENTS_MAX).flatMap((element) => {
    if (element instanceof SVGElement && !(element instanceof SVGSVGElement)) return []
    const style = getComputedStyle(element)
    if (style.display === 'none') return []
    const isPainted = matches(element, PAINTED) || paintsBackground(style)
    const isGenerated = ['::before', '::after'].some((part) => {
      const { content, backgroundImage, backgroundColor } = getComputedStyle(element, part)
      const isAbsent = content === 'none' || content === 'normal'
      return !isAbsent && paintsBackground({ backgroundImage, backgroundColor })
    })
    if (!isPainted && !isGenerated) return []
    // A fixed element is drawn on each sheet, and the generated content of an element without position anywhere.
    const isAnywhere = style.position === 'fixed' || (isGenerated && style.position === 'static')
    return [{ element, isGenerated, box: isAnywhere ? 'anywhere' : boxOf(element) }]
  })
}

const ELEMENTS_MAX = 20_000
const PAINTED = 'img, svg, canvas, video, picture'

/** @param {Pick<CSSStyleDeclaration, 'backgroundImage' | 'backgroundColor'>} style */
function paintsBackground({ backgroundImage, backgroundColor }) {
  return backgroundImage !== 'none' || (parseColour(backgroundColor)?.[3] ?? 1) > 0
}

/**
 * Returns whether an element may lie on the box of another element that is not around it.
 * @param {PaintedBox[]} painted
 * @param {Element} element
 */
function mayLieOn(painted, element) {
  const { left, top, right, bottom } = boxOf(element)
  return painted.some(({ element: other, isGenerated, box }) => {
    const isRelated = contains(other, element) || contains(element, other)
    if (isRelated && !isGenerated) return false
    if (box === 'anywhere') return true
    return box.left < right && box.right > left && box.top < bottom && box.bottom > top
  })
}

/**
 * Returns whether an element is visible, and within the boxes of the elements around it that draw a background. Labels
 * for screen readers alone have no visible size or position.
 * @param {Element} element
 */
function isInPlace(element) {
  const { left, top, right, bottom } = boxOf(element)
  if (right <= 0 || bottom <= 0) return false
  /** @type {Element | null} */
  let around = element
  // The background of the body covers the sheet.
  for (let level = 0; around && !matches(around, 'body') && level < LEVELS_MAX; level += 1) {
    const box = boxOf(around)
    const style = getComputedStyle(around)
    if ((box.width <= 1 || box.height <= 1) && style.overflowX !== 'visible') return false
    const isInside =
      left >= box.left - 1 && right <= box.right + 1 && top >= box.top - 1 && bottom <= box.bottom + 1
    if (!isInside && paintsBackground(style)) return false
    around = property('parentElement', around)
  }
  return true
}

const LEVELS_MAX = 20
