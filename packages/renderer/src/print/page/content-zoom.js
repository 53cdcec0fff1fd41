/**
 * Prepares the body for being scaled. A page of a fixed width with equal margins is centred on its sheet, because its
 * right edge moves with the scale. Unequal margins are kept: they position content, such as an address in a window.
 * @param {number} areaWidth width of the page area, in CSS pixels.
 * @returns {number} the zoom that the document sets for its body.
 */
function prepareContentZoom(areaWidth) {
  const body = bodyOf(document)
  if (!body) return 1
  save(body, 'zoom')
  const zoom = Number(getComputedStyle(body).zoom)
  for (const page of fixedPages(body, zoom, areaWidth * WIDE_SHARE).filter(hasEqualMargins)) {
    for (const margin of ['margin-left', 'margin-right']) {
      save(page, margin)
      styleOf(page).setProperty(margin, 'auto', 'important')
    }
  }
  return zoom
}

/** @param {number} zoom */
function zoomContent(zoom) {
  const body = bodyOf(document)
  if (body) styleOf(body).setProperty('zoom', String(zoom), 'important')
}

/** Restores the styles of the document before `prepareContentZoom`. */
function restoreContent() {
  for (const { style, name, value, priority } of savedStyles()) style.setProperty(name, value, priority)
  Reflect.deleteProperty(globalThis, SAVED)
}

/** Property of the window that stores the saved styles between calls. */
const SAVED = Symbol.for('platen saved styles')

/** @returns {{ style: CSSStyleDeclaration, name: string, value: string, priority: string }[]} */
function savedStyles() {
  return Reflect.get(globalThis, SAVED) ?? []
}

/**
 * @param {HTMLElement} element
 * @param {string} name of the inline style.
 */
function save(element, name) {
  const style = styleOf(element)
  const [value, priority] = [style.getPropertyValue(name), style.getPropertyPriority(name)]
  Reflect.set(globalThis, SAVED, [...savedStyles(), { style, name, value, priority }])
}

/** Smallest share of the page area's width for an element that is the whole page, not a column. */
const WIDE_SHARE = 0.9
const DEPTH_MAX = 10
const PAGES_MAX = 20

/**
 * Finds the elements that contain all content and have a fixed width, such as `<div style="width: 210mm">`. The search
 * starts at the body and continues with the children of an element as long as that has no siblings.
 * @param {HTMLElement} body
 * @param {number} zoom of the body.
 * @param {number} minWidth in CSS pixels.
 * @returns {HTMLElement[]}
 */
function fixedPages(body, zoom, minWidth) {
  let boxes = [body]
  for (let depth = 0; depth < DEPTH_MAX && boxes.length > 0 && boxes.length <= PAGES_MAX; depth += 1) {
    const widths = boxes.map(widthWithMargins)
    const zoomed = atZoom(zoom / 2, zoom, () => boxes.map(widthWithMargins))
    const areFixed = widths.every(
      (width, at) => width >= minWidth && Math.abs((zoomed[at] ?? 0) / width - 0.5) < 0.02,
    )
    if (areFixed) return boxes
    const [first, ...others] = boxes
    boxes = first && others.length === 0 ? childrenInFlow(first) : []
  }
  return []
}

/** CSS pixels that rounding may add to one of two equal margins. */
const MARGIN_TOLERANCE = 1

/** @param {HTMLElement} element */
function hasEqualMargins(element) {
  const { marginLeft, marginRight } = getComputedStyle(element)
  return Math.abs(parseFloat(marginLeft) - parseFloat(marginRight)) <= MARGIN_TOLERANCE
}

/** @param {HTMLElement} element */
function widthWithMargins(element) {
  const { marginLeft, marginRight } = getComputedStyle(element)
  const scale = element.currentCSSZoom
  const margins = Math.max(0, parseFloat(marginLeft)) + Math.max(0, parseFloat(marginRight))
  return element.getBoundingClientRect().width + margins * scale
}

/**
 * Measures with another zoom of the body.
 * @template Result
 * @param {number} zoom
 * @param {number} before the zoom that is restored.
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
    [...property('children', element)].filter((child) => {
      if (!(child instanceof HTMLElement) || child.getBoundingClientRect().height === 0) return false
      return !['absolute', 'fixed'].includes(getComputedStyle(child).position)
    })
  )
}
