/**
 * Removes forced breaks after the last text or image when only elements without a height follow: such a break adds a
 * blank sheet. Does nothing when pages differ by name or position, because the sheet may be intended.
 * @returns {boolean} whether a break was removed.
 */
function removeBreaksAtEnd() {
  const end = endOfDocument()
  const pagesDiffer = readableRules().some((rule) => rule instanceof CSSPageRule && rule.selectorText !== '')
  if (!end || pagesDiffer) return false
  const elements = [...end.after, ...ancestorsOf(end.last)]
  const breaking = elements.filter((element) => PAGE_BREAK.test(getComputedStyle(element).breakAfter))
  for (const element of breaking) styleOf(element).setProperty('break-after', 'auto', 'important')
  return breaking.length > 0
}

const PAGE_BREAK = /^(?:page|left|right|recto|verso|always|all)$/

/**
 * Returns whether blank sheets at the end may be left out: no element with a height and no named page begins there, and
 * no margin box has a counter.
 * @returns {boolean}
 */
function mayLeaveOutBlankEnd() {
  const counting = readableRules().some((rule) => /counter|var/.test(marginBoxStyle(rule)?.content ?? ''))
  return !counting && endOfDocument() !== undefined
}

/**
 * Finds the last text or image of the document, and the elements after it. Returns `undefined` when one of these has a
 * height or a named page.
 * @returns {{ last: Node, after: HTMLElement[] } | undefined}
 */
function endOfDocument() {
  const after = []
  const root = rootOf(document)
  if (!root) return undefined
  const walker = Document.prototype.createTreeWalker.call(document, root)
  while (walker.lastChild()) continue
  for (let node = /** @type {Node | null} */ (walker.currentNode); node; node = walker.previousNode()) {
    if (node instanceof Text ? isShown(node) : node instanceof Element && isDrawn(node))
      return endsWithGeneratedContent(node) ? undefined : { last: node, after }
    if (!(node instanceof HTMLElement)) continue
    const { height } = boxOf(node)
    if (height > 0 || getComputedStyle(node).getPropertyValue('page') !== 'auto') return undefined
    after.push(node)
  }
  return undefined
}

/** @param {Text} text */
function isShown({ data, parentElement }) {
  return (
    /[^ \t\r\n\f]/.test(data) && !!parentElement && isVisible(parentElement, { visibilityProperty: true })
  )
}

/** @param {Element} element */
function isDrawn(element) {
  if (boxOf(element).height === 0) return false
  const style = getComputedStyle(element)
  const borders = ['top', 'right', 'bottom', 'left'].map((side) => `border-${side}-width`)
  return (
    style.visibility === 'visible' &&
    (matches(element, PICTURES) ||
      style.backgroundColor !== 'rgba(0, 0, 0, 0)' ||
      style.backgroundImage !== 'none' ||
      borders.some((border) => style.getPropertyValue(border) !== '0px'))
  )
}

const PICTURES = 'audio, canvas, embed, iframe, img, input, meter, object, progress, svg, textarea, video'

/**
 * Returns whether an ancestor of a node ends with generated content that may have a height.
 * @param {Node} node
 */
function endsWithGeneratedContent(node) {
  return ancestorsOf(node).some((element) => {
    const { content, height } = getComputedStyle(element, '::after')
    return !['none', 'normal', '""'].includes(content) || !['auto', '0px'].includes(height)
  })
}

/** @param {Node} node */
function ancestorsOf(node) {
  const ancestors = /** @type {HTMLElement[]} */ ([])
  let element = node instanceof HTMLElement ? node : parentOf(node)
  for (; element; element = parentOf(element)) ancestors.push(element)
  return ancestors
}
