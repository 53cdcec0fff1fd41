import { deflateSync } from 'node:zlib'
import type { Draft } from '../objects/draft.ts'
import { contentOf } from '../objects/read.ts'
import { dictionaryOf, textOf } from '../objects/syntax.ts'

/** Limit on a map, decompressed. A font has at most 65,536 glyphs. */
const MAP_BYTES_MAX = 8 * 1024 * 1024
/**
 * Line that maps a glyph to U+0000, which Chromium writes for glyphs that are a part of a character, or to U+FEFF or
 * U+FFFE.
 */
const TO_INVALID = /^(<(?:[0-9A-F]{2}){1,2}>) <(?:0000|FEFF|FFFE)>$/gm
const REPLACEMENT = '$1 <FFFD>'

/**
 * Maps glyphs without a character of their own to U+FFFD instead of characters that PDF/UA forbids (ISO 14289-1, 7.21.7).
 * The text of such glyphs is in the tag around them.
 */
export function replaceInvalidCharacters(draft: Draft): void {
  for (const [number, object] of draft.objects) {
    const content = contentOf(object, MAP_BYTES_MAX)
    if (!content?.includes('begincmap')) continue
    const map = content.toString('latin1')
    const replaced = map.replaceAll(TO_INVALID, REPLACEMENT)
    if (replaced === map) continue
    const stream = deflateSync(Buffer.from(replaced, 'latin1'))
    const dictionary = dictionaryOf(object.text)
      .set('/Filter', '/FlateDecode')
      .set('/Length', String(stream.length))
    draft.objects.set(number, { text: textOf(dictionary), stream })
  }
}
