/**
 * Finds the first font family of each text in the document, and adds an element for each family with the beginning of
 * such a text. Generic families and web fonts of the document are left out.
 * @param {string} mark an attribute that is set to the number of the family.
 * @returns {string[]} the families.
 */
function namedFonts(mark) {
  /** @type {Iterable<FontFace>} */
  const webFonts = Reflect.get(Document.prototype, 'fonts', document)
  const webFamilies = new Set([...webFonts].map(({ family }) => familyOf(family).toLowerCase()))
  /** @type {Map<string, HTMLElement>} */
  const samples = new Map()
  const lists = new Set()
  const root = rootOf(document)
  if (!root) return []
  const walker = Document.prototype.createTreeWalker.call(document, root, NodeFilter.SHOW_TEXT)
  for (let texts = 0; texts < TEXTS_MAX && samples.size < FAMILIES_MAX && walker.nextNode(); texts += 1) {
    const { textContent, parentElement } = walker.currentNode
    if (!parentElement || !/\S/.test(textContent ?? '') || !isVisible(parentElement, {})) continue
    const list = getComputedStyle(parentElement).fontFamily
    const family = familyOf(list)
    if (lists.has(list) || GENERIC.test(family) || webFamilies.has(family.toLowerCase())) continue
    lists.add(list)
    const sample = newElement('span')
    sample.style.setProperty('font-family', list, 'important')
    // Latin letters, because an installed font may lack the script of the text.
    sample.textContent = `${(textContent ?? '').trim().slice(0, SAMPLE_LENGTH)} Aa0`
    sample.setAttribute(mark, String(samples.size))
    if (!samples.has(family)) samples.set(family, sample)
  }
  root.append(...samples.values())
  // Forces a layout, which chooses the fonts.
  boxOf(root)
  return [...samples.keys()]
}

const TEXTS_MAX = 10_000
const FAMILIES_MAX = 20
const SAMPLE_LENGTH = 100

const GENERIC =
  /^(?:serif|sans-serif|monospace|cursive|fantasy|math|fangsong|emoji|system-ui|ui-[-a-z]+|-apple-system|BlinkMacSystemFont|-webkit-.*)$/i

/**
 * Returns the first family of a list in the serialisation of CSSOM.
 * @param {string} list
 */
function familyOf(list) {
  const [, quoted, plain = ''] = /^\s*(?:"((?:[^"\\]|\\[^])*)"|([^,]*))/.exec(list) ?? []
  return (quoted ?? plain).trim().replace(/\\(.)/g, '$1')
}
