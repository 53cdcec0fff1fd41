/**
 * Rewrites the page sizes that Chromium does not support in the `<style>` elements of the document: names of ISO and
 * JIS sizes become lengths, and the height of `58mm auto` becomes a variable.
 * @param {string} roll name and default of that variable.
 * @returns {{ ignored: string[], isRoll: boolean }} the sizes that Chromium ignores, and whether the variable is used.
 */
function rewritePageSizes(roll) {
  const ignored = /** @type {string[]} */ ([])
  let isRoll = false
  for (const style of Document.prototype.querySelectorAll.call(document, 'style')) {
    const text = style.textContent
    let [result, copied] = ['', 0]
    for (const { start, end } of sizesIn(text)) {
      const size = text.slice(start, end)
      if (isSupported(size)) continue
      const lengths = lengthsOf(size, roll)
      if (lengths === '') ignored.push(size.trim())
      else {
        result += text.slice(copied, start) + lengths
        copied = end
        isRoll ||= lengths.includes(roll)
      }
    }
    if (copied > 0) style.textContent = result + text.slice(copied)
  }
  return { ignored: ignored.slice(0, IGNORED_MAX), isRoll }
}

const IGNORED_MAX = 50

/**
 * Sets the height of a roll.
 * @param {string} name variable for the height.
 * @param {number} height in CSS pixels.
 */
function setRollHeight(name, height) {
  const root = rootOf(document)
  if (root) styleOf(root).setProperty(name, `${height}px`)
}

const TOKEN = /\/\*[^]*?(?:\*\/|$)|"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|\\[^]|[{};]|[^"'\\/{};]+|[^]/g

/**
 * Finds the values of `size` in the `@page` rules of a style sheet.
 * @param {string} text
 */
function* sizesIn(text) {
  const isPage = /** @type {boolean[]} */ ([])
  let [start, statement] = [0, '']
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (!/^[{};]$/.test(token)) {
      // A comment counts as a space. Its length is kept, so that positions stay right.
      statement += token.startsWith('/*') ? token.replace(/[^]/g, ' ') : token
      continue
    }
    const property = /^\s*size\s*:/i.exec(statement)
    if (token !== '{' && property && isPage.at(-1)) yield { start: start + property[0].length, end: index }
    if (token === '{') isPage.push(/^\s*@page(?![-\w])/i.test(statement))
    if (token === '}') isPage.pop()
    start = index + 1
    statement = ''
  }
}

/** @param {string} size */
function isSupported(size) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`@page { size: ${size} }`)
  const [rule] = sheet.cssRules
  const known = rule instanceof CSSPageRule ? rule.style.getPropertyValue('size') : ''
  return known !== '' && !known.split(' ').includes('0px')
}

/** First size of each series, in millimetres. Each next size is half of the one before. */
const SERIES = { a: [841, 1189], b: [1000, 1414], c: [917, 1297], 'jis-b': [1030, 1456] }
const SERIES_MAX = 10

/**
 * Returns a size as lengths. '' when they are unknown.
 * @param {string} size
 * @param {string} roll name and default of the variable for a height.
 */
function lengthsOf(size, roll) {
  const plain = size.replace(/\/\*[^]*?\*\//g, ' ')
  const [, value = '', importance = ''] = /^([^!]*)(!\s*important\s*)?$/i.exec(plain) ?? []
  const words = value.trim().toLowerCase().split(/\s+/)
  const [width = '', auto] = words
  if (words.length === 2 && auto === 'auto' && width !== 'auto' && isSupported(`${width} ${width}`))
    return ` ${width} var(${roll})${importance}`
  const orientation = words.find((word) => word === 'portrait' || word === 'landscape')
  const [name = '', ...others] = words.filter((word) => word !== orientation)
  const [, series = '', number = ''] = /^(a|b|c|jis-b)(\d+)$/.exec(name) ?? []
  let [short = 0, long = 0] = /** @type {Record<string, number[]>} */ (SERIES)[series] ?? []
  if (others.length > 0 || short === 0 || Number(number) > SERIES_MAX) return ''
  for (let half = 0; half < Number(number); half += 1) [short, long] = [Math.floor(long / 2), short]
  const sides = orientation === 'landscape' ? [long, short] : [short, long]
  return ` ${sides.map((side) => `${side}mm`).join(' ')}${importance}`
}
