/** @typedef {[red: number, green: number, blue: number, alpha: number]} Colour each part from 0 to 1. */
/**
 * Background of an element and of all elements around it. Elements that draw no background share that of their parent.
 * @typedef {{ colour: Colour, opacity: number, around: Background | undefined } | 'unknown'} Background
 */

/**
 * Finds texts with too little contrast to their background (WCAG 2, 1.4.3). A text whose background is not certain is
 * left out: an image, a gradient, or an element that is placed behind the text.
 * @param {HTMLElement} root
 * @returns {AccessibilityProblem[]}
 */
function contrastProblems(root) {
  /** @type {Map<Element, Background>} */
  const backgrounds = new Map()
  /** @type {Map<Element, string>} */
  const candidates = new Map()
  const checked = new Set()
  const texts = Document.prototype.createTreeWalker.call(document, root, NodeFilter.SHOW_TEXT)
  for (
    let count = 0;
    count < CONTRAST_TEXTS_MAX && candidates.size < CANDIDATES_MAX && texts.nextNode();
    count += 1
  ) {
    const { nodeValue, parentElement } = texts.currentNode
    if (!(parentElement instanceof HTMLElement) || checked.has(parentElement)) continue
    if (!/[\p{L}\p{N}]/u.test(nodeValue ?? '')) continue
    checked.add(parentElement)
    const detail = lowContrast(parentElement, backgrounds)
    if (detail && isPerceived(parentElement) && isInPlace(parentElement))
      candidates.set(parentElement, detail)
  }
  if (candidates.size === 0) return []
  const painted = paintedBoxes(root)
  return grouped([...candidates.keys()], (element) =>
    mayLieOn(painted, element) ? undefined : problem('contrast-low', element, candidates.get(element) ?? ''),
  )
}

const CONTRAST_TEXTS_MAX = 20_000
const CANDIDATES_MAX = 500

/** Contrast that WCAG 2 requires on level AA, of text and of large text. */
const CONTRAST_MIN = 4.5
const LARGE_CONTRAST_MIN = 3
/** CSS pixels: 18 pt, and 14 pt in bold type. */
const LARGE_SIZE = 24
const LARGE_BOLD_SIZE = 18.66

/**
 * Returns a description of a contrast that is too low, otherwise ''.
 * @param {Element} element
 * @param {Map<Element, Background>} backgrounds
 */
function lowContrast(element, backgrounds) {
  const style = getComputedStyle(element)
  const colour = parseColour(style.webkitTextFillColor)
  const hasOutline = style.textShadow !== 'none' || parseFloat(style.webkitTextStrokeWidth) > 0
  if (!colour || hasOutline) return ''
  const background = backgroundOf(element, backgrounds)
  const colours = flattened(colour, background)
  if (!colours || isTransparent(colour, background)) return ''
  const [size, weight] = [parseFloat(style.fontSize), Number(style.fontWeight)]
  const isLarge = size >= LARGE_SIZE || (size >= LARGE_BOLD_SIZE && weight >= 700)
  const required = isLarge ? LARGE_CONTRAST_MIN : CONTRAST_MIN
  const contrast = contrastOf(colours.text, colours.background)
  if (size === 0 || contrast >= required) return ''
  const shown = (Math.floor(contrast * 10) / 10).toFixed(1)
  return `contrast ${shown}:1 of ${hexOf(colours.text)} on ${hexOf(colours.background)}, at least ${required}:1`
}

/**
 * @param {Element} element
 * @param {Map<Element, Background>} known
 * @returns {Background}
 */
function backgroundOf(element, known) {
  const path = []
  /** @type {Element | null} */
  let next = element
  // A loop, because scripts may nest elements deeper than the call stack allows.
  for (; next && !known.has(next); next = property('parentElement', next)) path.push(next)
  /** @type {Background} */
  let around = (next && known.get(next)) ?? { colour: [1, 1, 1, 1], opacity: 1, around: undefined }
  for (const inner of path.toReversed()) {
    around = withBackground(inner, around)
    known.set(inner, around)
  }
  return around
}

/**
 * @param {Element} element
 * @param {Background} around
 * @returns {Background}
 */
function withBackground(element, around) {
  if (around === 'unknown') return around
  const style = getComputedStyle(element)
  const colour = parseColour(style.backgroundColor)
  const isPlain =
    style.backgroundImage === 'none' &&
    style.mixBlendMode === 'normal' &&
    style.filter === 'none' &&
    style.maskImage === 'none'
  if (!colour || !isPlain) return 'unknown'
  const opacity = Number(style.opacity)
  return colour[3] === 0 && opacity === 1 ? around : { colour, opacity, around }
}

/**
 * Returns the colours that are drawn for a text and beside it. `undefined` when they are not certain.
 * @param {Colour} colour
 * @param {Background} background
 */
function flattened(colour, background) {
  let [text, beside] = [colour, /** @type {Colour} */ ([0, 0, 0, 0])]
  for (let layer = background; layer !== 'unknown'; layer = layer.around) {
    const { opacity } = layer
    text = faded(over(text, layer.colour), opacity)
    beside = faded(over(beside, layer.colour), opacity)
    if (!layer.around) return { text, background: beside }
  }
  return undefined
}

/**
 * Returns whether a text with a colour is not drawn at all.
 * @param {Colour} colour
 * @param {Background} background
 */
function isTransparent(colour, background) {
  if (colour[3] === 0) return true
  for (let layer = background; layer !== 'unknown' && layer.around; layer = layer.around)
    if (layer.opacity === 0) return true
  return false
}

/** @param {Colour} colour @param {number} opacity @returns {Colour} */
function faded([red, green, blue, alpha], opacity) {
  return [red, green, blue, alpha * opacity]
}

/** @param {Colour} top @param {Colour} bottom @returns {Colour} */
function over(top, bottom) {
  const alpha = top[3] + bottom[3] * (1 - top[3])
  const mixed = (/** @type {0 | 1 | 2} */ part) =>
    alpha === 0 ? 0 : (top[part] * top[3] + bottom[part] * bottom[3] * (1 - top[3])) / alpha
  return [mixed(0), mixed(1), mixed(2), alpha]
}

/** @param {string} text a computed colour. @returns {Colour | undefined} */
function parseColour(text) {
  const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/[\d.]+(?:e-?\d+)?/g) ?? []).map(Number)
  if (/^rgba?\(/.test(text)) return [red / 255, green / 255, blue / 255, alpha]
  return text.startsWith('color(srgb ') ? [red, green, blue, alpha] : undefined
}

/** @param {Colour} one @param {Colour} other */
function contrastOf(one, other) {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** @param {Colour} colour */
function luminanceOf([red, green, blue]) {
  const linear = (/** @type {number} */ part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** @param {Colour} colour */
function hexOf([red, green, blue]) {
  return `#${[red, green, blue]
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
