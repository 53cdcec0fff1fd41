/**
 * Finds the font families that come first for the texts of the document, and adds an element for each with the
 * beginning of such a text. Generic families, and those that the document brings itself, are left out.
 * @param {string} mark an attribute that is set to the number of the family.
 * @returns {string[]} the families.
 */
function namedFonts(mark) {
  /** @type {Iterable<FontFace>} */
  const brought = Reflect.get(Document.prototype, 'fonts', document)
  const own = new Set([...brought].map(({ family }) => familyOf(family).toLowerCase()))
  /** @type {Map<string, HTMLElement>} */
  const samples = new Map()
  const lists = new Set()
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT)
  for (let texts = 0; texts < TEXTS_MAX && samples.size < FAMILIES_MAX && walker.nextNode(); texts += 1) {
    const { textContent, parentElement } = walker.currentNode
    if (!parentElement || !/\S/.test(textContent ?? '') || !parentElement.checkVisibility()) continue
    const list = getComputedStyle(parentElement).fontFamily
    const family = familyOf(list)
    if (lists.has(list) || GENERIC.test(family) || own.has(family.toLowerCase())) continue
    lists.add(list)
    const sample = document.createElement('span')
    sample.style.setProperty('font-family', list, 'important')
    // A font that lacks the text's script is installed all the same.
    sample.textContent = `${(textContent ?? '').trim().slice(0, SAMPLE_LENGTH)} Aa0`
    sample.setAttribute(mark, String(samples.size))
    if (!samples.has(family)) samples.set(family, sample)
  }
  document.documentElement.append(...samples.values())
  // Fonts are chosen with the layout.
  document.documentElement.getBoundingClientRect()
  return [...samples.keys()]
}

const TEXTS_MAX = 10_000
const FAMILIES_MAX = 20
const SAMPLE_LENGTH = 100

const GENERIC =
  /^(?:serif|sans-serif|monospace|cursive|fantasy|math|fangsong|emoji|system-ui|ui-[-a-z]+|-apple-system|BlinkMacSystemFont|-webkit-.*)$/i

/**
 * The first family of a list, as CSSOM writes lists.
 * @param {string} list
 */
function familyOf(list) {
  const [, quoted, plain = ''] = /^\s*(?:"((?:[^"\\]|\\[^])*)"|([^,]*))/.exec(list) ?? []
  return (quoted ?? plain).trim().replace(/\\(.)/g, '$1')
}
