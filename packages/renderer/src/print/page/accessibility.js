/**
 * A place of the document that screen readers or people with low vision cannot read.
 * @typedef {object} AccessibilityProblem
 * @property {'alternative-text-missing' | 'heading-skipped' | 'language-missing' | 'contrast-low'} kind
 * @property {string} name of the element.
 * @property {[name: string, value: string][]} attributes of the element, cut to `VALUE_LENGTH_MAX`.
 * @property {string} text the beginning of its text.
 * @property {string} detail the reason, such as the measured contrast.
 * @property {number} count of equal problems.
 */

/**
 * Finds accessibility problems that the author of the template can mend, at most `PROBLEMS_MAX` of each kind. Content
 * that is hidden from screen readers is left out.
 * @returns {AccessibilityProblem[]}
 */
function accessibilityProblems() {
  const root = rootOf(document)
  if (!root) return []
  return [
    ...languageProblems(root),
    ...alternativeTextProblems(root),
    ...headingProblems(root),
    ...contrastProblems(root),
  ]
}

const PROBLEMS_MAX = 10
/** Pictures and headings that are checked. */
const ELEMENTS_CHECKED_MAX = 5_000
const TEXT_LENGTH_MAX = 30
const VALUE_LENGTH_MAX = 100
const ATTRIBUTES_MAX = 20

/** @param {HTMLElement} root */
function languageProblems(root) {
  const language = attributeOf(root, 'lang')?.trim() ?? ''
  if (isLanguage(language)) return []
  return [problem('language-missing', root, language && 'is not a language tag')]
}

/** @param {string} tag */
function isLanguage(tag) {
  try {
    return new Intl.Locale(tag).toString() !== ''
  } catch {
    return false
  }
}

/** @param {HTMLElement} root */
function alternativeTextProblems(root) {
  const pictures = [...root.querySelectorAll('img, [role="img" i]')].slice(0, ELEMENTS_CHECKED_MAX)
  return grouped(
    pictures.filter((picture) => isPerceived(picture) && !isNamed(picture) && !isPartOfPicture(picture)),
    (picture) => problem('alternative-text-missing', picture, ''),
  )
}

/**
 * Returns whether a picture has a text, or is marked as decoration. Chromium treats a drawing without role as decoration.
 * @param {Element} picture
 */
function isNamed(picture) {
  const role = attributeOf(picture, 'role')?.trim().toLowerCase()
  if (role === 'presentation' || role === 'none') return true
  const label = attributeOf(picture, 'aria-label') || attributeOf(picture, 'title')
  if (label?.trim() || attributeOf(picture, 'aria-labelledby')) return true
  if (property('localName', picture) === 'img') return picture.hasAttribute('alt')
  return picture.querySelector('title') !== null
}

/** @param {Element} picture */
function isPartOfPicture(picture) {
  const parent = parentOf(picture)
  return parent !== null && closest(parent, 'svg, [role="img" i]') !== null
}

/**
 * Checks that headings begin with level 1 and skip no level, as PDF/UA requires. A combined document has several bodies.
 * @param {HTMLElement} root
 */
function headingProblems(root) {
  let level = 0
  /** @type {Element | null} */
  let body = null
  const headings = [...root.querySelectorAll('h1, h2, h3, h4, h5, h6, [role="heading" i]')]
  return grouped(headings.slice(0, ELEMENTS_CHECKED_MAX), (heading) => {
    if (!isPerceived(heading) || !/\S/.test(property('textContent', heading) ?? '')) return undefined
    if (closest(heading, 'body') !== body) level = 0
    body = closest(heading, 'body')
    const own = Number(attributeOf(heading, 'aria-level') ?? property('localName', heading)[1]) || 2
    const before = level
    level = own
    if (own <= before + 1) return undefined
    return problem('heading-skipped', heading, before === 0 ? 'is the first heading' : `follows <h${before}>`)
  })
}

/**
 * Creates the problems of elements. Equal ones are counted.
 * @param {Element[]} elements
 * @param {(element: Element) => AccessibilityProblem | undefined} problemOf
 * @returns {AccessibilityProblem[]}
 */
function grouped(elements, problemOf) {
  /** @type {Map<string, AccessibilityProblem>} */
  const problems = new Map()
  for (const element of elements) {
    const next = problemOf(element)
    if (!next) continue
    const key = JSON.stringify([next.name, next.attributes, next.detail])
    const known = problems.get(key)
    if (known) known.count += 1
    else if (problems.size < PROBLEMS_MAX) problems.set(key, next)
  }
  return [...problems.values()]
}

/**
 * @param {AccessibilityProblem['kind']} kind
 * @param {Element} element
 * @param {string} detail
 * @returns {AccessibilityProblem}
 */
function problem(kind, element, detail) {
  const attributes = [...property('attributes', element)].slice(0, ATTRIBUTES_MAX)
  const text = element === rootOf(document) ? '' : (property('textContent', element) ?? '').slice(0, 1_000)
  return {
    kind,
    name: property('localName', element),
    attributes: attributes.map(({ name, value }) => [
      name.slice(0, VALUE_LENGTH_MAX),
      value.slice(0, VALUE_LENGTH_MAX),
    ]),
    text: text.replace(/\s+/g, ' ').trim().slice(0, TEXT_LENGTH_MAX),
    detail,
    count: 1,
  }
}

/**
 * Returns whether people perceive an element: it is drawn, and not hidden from screen readers.
 * @param {Element} element
 */
function isPerceived(element) {
  return isVisible(element, { visibilityProperty: true }) && !closest(element, '[aria-hidden="true" i]')
}
