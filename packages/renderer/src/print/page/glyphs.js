/**
 * Returns the characters of the document's text that no font has, each with its code point.
 *
 * Chromium draws all of them as the missing glyph of the first font. Each character is drawn and compared with a code
 * point that is never assigned.
 */
function missingGlyphs() {
  const NEVER_ASSIGNED = '\u0378'
  const [NODES_MAX, CHARACTERS_MAX, REPORTED_MAX] = [50_000, 2_000, 20]
  const context = new OffscreenCanvas(32, 32).getContext('2d', { willReadFrequently: true })
  if (!context) return []
  /** @param {string} character */
  const pixelsOf = (character) => {
    context.clearRect(0, 0, 32, 32)
    context.fillText(character, 6, 22)
    return context.getImageData(0, 0, 32, 32).data.join()
  }
  /** @type {Map<string, Set<string>>} */
  const byFont = new Map()
  for (const text of textNodes().take(NODES_MAX)) {
    const nonAscii = text.data.match(/[^\0-\x7f]/gu)
    if (!nonAscii || !text.parentElement) continue
    const { fontFamily } = getComputedStyle(text.parentElement)
    const characters = byFont.get(fontFamily) ?? new Set()
    byFont.set(fontFamily, characters)
    for (const character of nonAscii) if (characters.size < CHARACTERS_MAX) characters.add(character)
  }
  /** @type {Set<string>} */
  const missing = new Set()
  for (const [fontFamily, characters] of byFont) {
    context.font = `16px ${fontFamily}`
    const missingGlyph = pixelsOf(NEVER_ASSIGNED)
    for (const character of characters) if (pixelsOf(character) === missingGlyph) missing.add(character)
  }
  return [...missing].slice(0, REPORTED_MAX).map((character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
    return `U+${code} ${character}`
  })
}
