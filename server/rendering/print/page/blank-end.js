/**
 * Tells whether sheets at the end with nothing on them may be left out: after the last thing that the document
 * shows there are only boxes without height and the ends of the boxes around. A sheet is the author's where an
 * element with a height, or a named page, begins, and where other sheets may say how many there are.
 * @returns {boolean}
 */
function mayLeaveOutBlankEnd() {
  const counting = readableRules().some((rule) => /counter|var/.test(marginBoxStyle(rule)?.content ?? ''))
  return !counting && endsWithoutBox()
}

/** Tells whether no element with a height, and no named page, begins after the last text or picture. */
function endsWithoutBox() {
  const walker = document.createTreeWalker(document.documentElement)
  while (walker.lastChild()) continue
  for (let node = /** @type {Node | null} */ (walker.currentNode); node; node = walker.previousNode()) {
    if (node instanceof Text && isShown(node)) return noneGeneratedAfter(node)
    if (!(node instanceof Element)) continue
    const style = getComputedStyle(node)
    if (node.getBoundingClientRect().height === 0) {
      if (style.getPropertyValue('page') !== 'auto') return false
    } else if (node.matches(PICTURES) || isPainted(style)) return noneGeneratedAfter(node)
    else return false
  }
  return false
}

const PICTURES = 'audio, canvas, embed, iframe, img, input, meter, object, progress, svg, textarea, video'

/** @param {Text} text */
function isShown({ data, parentElement }) {
  return /[^ \t\r\n\f]/.test(data) && !!parentElement?.checkVisibility({ visibilityProperty: true })
}

/** @param {CSSStyleDeclaration} style */
function isPainted(style) {
  const borders = ['top', 'right', 'bottom', 'left'].map((side) => `border-${side}-width`)
  return (
    style.visibility === 'visible' &&
    (style.backgroundColor !== 'rgba(0, 0, 0, 0)' ||
      style.backgroundImage !== 'none' ||
      borders.some((border) => style.getPropertyValue(border) !== '0px'))
  )
}

/**
 * Tells whether no element around a node has a box of generated content at its end, other than one without height.
 * @param {Node} node
 */
function noneGeneratedAfter({ parentElement }) {
  for (let element = parentElement; element; element = element.parentElement) {
    const { content, height } = getComputedStyle(element, '::after')
    if (!['none', 'normal', '""'].includes(content) || !['auto', '0px'].includes(height)) return false
  }
  return true
}
