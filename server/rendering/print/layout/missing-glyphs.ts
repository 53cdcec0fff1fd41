import { lacksGlyphs } from '../../pdf/glyphs.ts'
import { readPdf } from '../../pdf/objects/read.ts'
import { type Evaluate, pageFunction } from '../in-page.ts'
import type { Warn } from '../warnings.ts'

const missingGlyphs = pageFunction('missingGlyphs', ['glyphs'])

/**
 * Warns of characters that were printed without a font for them. The PDF tells whether there are any, which is quick;
 * the page that it was made of, which.
 */
export async function warnOfMissingGlyphs(pdf: Buffer, evaluate: Evaluate, warn: Warn): Promise<void> {
  if (!lacksGlyphs(readPdf(pdf))) return
  const found = await evaluate(missingGlyphs())
  const characters = Array.isArray(found) ? found.map(String) : []
  for (const character of characters) warn('glyph-missing', character)
  if (characters.length === 0) warn('glyph-missing', 'one that a style sheet or a picture brings')
}
