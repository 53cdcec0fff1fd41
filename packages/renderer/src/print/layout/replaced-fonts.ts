import { type Evaluate, pageFunction } from '../in-page.ts'
import type { Session } from '../chromium/protocol.ts'
import type { Warn } from '../warnings.ts'

const MARK = 'data-platen-font'

const namedFonts = pageFunction('namedFonts', ['document', 'named-fonts'])

/**
 * Warns of each font family that the document names and that is not installed, with the font that replaces it. Adds
 * elements to the document, so it must be called after the print.
 * @param html the source. Families that do not occur in it, such as Chromium's default, are skipped.
 */
export async function warnOfReplacedFonts(
  session: Session,
  evaluate: Evaluate,
  html: string,
  warn: Warn,
): Promise<void> {
  const named = await evaluate(namedFonts(MARK))
  const families = Array.isArray(named) ? named.map(String) : []
  const source = html.toLowerCase()
  const candidates = [...families.entries()].filter(([, family]) => source.includes(family.toLowerCase()))
  if (candidates.length === 0) return
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument', { depth: 0 })
  for (const [number, family] of candidates) {
    const selector = `[${MARK}="${number}"]`
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
    // A script of the document may have removed the sample.
    const { fonts } = await session
      .send('CSS.getPlatformFontsForNode', { nodeId })
      .catch(() => ({ fonts: [] }))
    const used = fonts
      .toSorted((one, other) => other.glyphCount - one.glyphCount)
      .map((font) => font.familyName)
    if (used.length > 0 && !used.some((font) => plain(font) === plain(family)))
      warn('font-replaced', `${family}, printed with ${used[0]}`)
  }
  await session.send('CSS.disable')
  await session.send('DOM.disable')
}

/** Returns a family in the form that is compared. Spaces are removed: Nanum Gothic, NanumGothic. */
function plain(family: string): string {
  return family.toLowerCase().replaceAll(' ', '')
}
