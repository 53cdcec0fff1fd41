import { hasMissingGlyphs } from '../../pdf/glyphs.ts'
import { readPdf } from '../../pdf/objects/read.ts'
import { type Evaluate, pageFunction } from '../in-page.ts'
import type { Warn } from '../warnings.ts'

const missingGlyphs = pageFunction('missingGlyphs', ['trees', 'glyphs'])

/**
 * Warns of characters that no font has. A quick check of the PDF shows whether there are any. Only then are they
 * searched for in the page.
 */
export async function warnOfMissingGlyphs(pdf: Buffer, evaluate: Evaluate, warn: Warn): Promise<void> {
  if (!hasMissingGlyphs(readPdf(pdf))) return
  const missing = await evaluate(missingGlyphs())
  const characters = Array.isArray(missing) ? missing.map(String) : []
  for (const character of characters) warn('glyph-missing', character)
  if (characters.length === 0) warn('glyph-missing', 'a character in a style sheet or an image')
}
