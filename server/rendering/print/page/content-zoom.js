/**
 * Prepares the body for being scaled: a page of a fixed width stands in the middle of its sheet then, and not at the
 * left.
 * @param {number} areaWidth width that the sheet has for content, in CSS pixels.
 * @returns {number} the zoom that the document itself gives its body.
 */
function prepareContentZoom(areaWidth) {
  const zoom = document.body ? Number(getComputedStyle(document.body).zoom) : 1
  for (const { style } of fixedPages(zoom, areaWidth * WIDE_SHARE))
    for (const margin of ['margin-left', 'margin-right']) style.setProperty(margin, 'auto', 'important')
  return zoom
}

/** @param {number} zoom */
function zoomContent(zoom) {
  document.body?.style.setProperty('zoom', String(zoom), 'important')
}

/** Share of the sheet's width from which on an element is the whole page, and not a column of it. */
const WIDE_SHARE = 0.9
const DEPTH_MAX = 10
const PAGES_MAX = 20

/**
 * Finds the elements that hold all content and keep a width of their own, such as `<div style="width: 210mm">`: the
 * body, or the children of elements without siblings.
 * @param {number} zoom of the body.
 * @param {number} least width in CSS pixels.
 * @returns {HTMLElement[]}
 */
function fixedPages(zoom, least) {
  let boxes = document.body ? [document.body] : []
  for (let depth = 0; depth < DEPTH_MAX && boxes.length > 0 && boxes.length <= PAGES_MAX; depth += 1) {
    const widths = boxes.map(widthWithMargins)
    const zoomed = atZoom(zoom / 2, zoom, () => boxes.map(widthWithMargins))
    const areFixed = widths.every(
      (width, at) => width >= least && Math.abs((zoomed[at] ?? 0) / width - 0.5) < 0.02,
    )
    if (areFixed) return boxes
    const [first, ...others] = boxes
    boxes = first && others.length === 0 ? childrenInFlow(first) : []
  }
  return []
}

/** @param {HTMLElement} element */
function widthWithMargins(element) {
  const { marginLeft, marginRight } = getComputedStyle(element)
  const scale = element.currentCSSZoom
  const margins = Math.max(0, parseFloat(marginLeft)) + Math.max(0, parseFloat(marginRight))
  return element.getBoundingClientRect().width + margins * scale
}

/**
 * @template Result
 * @param {number} zoom
 * @param {number} before
 * @param {() => Result} measure
 */
function atZoom(zoom, before, measure) {
  zoomContent(zoom)
  const result = measure()
  zoomContent(before)
  return result
}

/** @param {Element} element @returns {HTMLElement[]} */
function childrenInFlow(element) {
  return /** @type {HTMLElement[]} */ (
    [...element.children].filter((child) => {
      if (!(child instanceof HTMLElement) || child.getBoundingClientRect().height === 0) return false
      return !['absolute', 'fixed'].includes(getComputedStyle(child).position)
    })
  )
}
