/**
 * Returns the page area (CSS Paged Media 3), in CSS pixels. `undefined` unless all pages have the same size, with
 * margins of fixed lengths.
 * @returns {{ width: number, height: number } | undefined}
 */
function pageArea() {
  const rules = allRules()
  const pages = rules.filter((rule) => rule instanceof CSSPageRule)
  if (pages.some(({ selectorText, parentRule }) => selectorText !== '' || parentRule)) return undefined
  const last = (/** @type {string} */ property) =>
    pages.map(({ style }) => style.getPropertyValue(property)).findLast((value) => value !== '') ?? ''
  const size = sheetSize(last('size') || 'a4')
  const [top = 0, right = 0, bottom = 0, left = 0] = ['top', 'right', 'bottom', 'left'].map((side) =>
    pixels(last(`margin-${side}`) || '0px'),
  )
  const area = size && { width: size.width - left - right, height: size.height - top - bottom }
  return area && area.width > 0 && area.height > 0 ? area : undefined
}

/** @param {string} size */
function sheetSize(size) {
  const words = size.toLowerCase().split(/\s+/)
  const names = words.filter((word) => word !== 'landscape' && word !== 'portrait')
  const [width, height = width] = (SHEETS[names[0] ?? 'a4']?.split(' ') ?? names).map(pixels)
  if (!width || !height) return undefined
  return words.includes('landscape') && width < height ? { width: height, height: width } : { width, height }
}

/** @type {Record<string, string>} */
const SHEETS = {
  a5: '148mm 210mm',
  a4: '210mm 297mm',
  a3: '297mm 420mm',
  b5: '176mm 250mm',
  b4: '250mm 353mm',
  'jis-b5': '182mm 257mm',
  'jis-b4': '257mm 364mm',
  letter: '8.5in 11in',
  legal: '8.5in 14in',
  ledger: '11in 17in',
}

/** @param {string} length @returns {number} NaN when it is not a fixed length. */
function pixels(length) {
  try {
    return CSSNumericValue.parse(length).to('px').value
  } catch {
    return NaN
  }
}
