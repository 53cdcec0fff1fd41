import type { Draft } from '../objects/draft.ts'
import { showsMissingGlyph } from '../glyphs.ts'
import { contentOf, type PdfObject } from '../objects/read.ts'
import { dictionaryOf, splitAtStrings } from '../objects/syntax.ts'

/** Why a document cannot be PDF/A: it has something that we do not take out, as it would look or be another one then. */
export class NotArchivable extends Error {
  override name = 'NotArchivable'
}

const STRING_BYTES_MAX = 32_767
const NAME_BYTES_MAX = 127
const NESTED_STATES_MAX = 28
const SIDE_POINTS_MIN = 3
/** Of all streams of a document, unpacked. */
const CONTENT_BYTES_MAX = 256 * 1024 * 1024

/**
 * Looks for whatever ISO 19005-3 does not allow and Chromium can write, or might one day. Nothing is claimed that was
 * not looked at.
 * @throws {NotArchivable} at the first, in words for the caller.
 */
export function refuseUnarchivable({ objects }: Draft): void {
  let bytesLeft = CONTENT_BYTES_MAX
  for (const object of objects.values()) {
    const text = withoutStrings(object.text)
    for (const [pattern, what] of FORBIDDEN) if (pattern.test(text)) throw new NotArchivable(what)
    if (text.startsWith('<</Type /Annot')) refuseAnnotation(text)
    if (/^<<\/Type \/Page\s/.test(text)) refuseSmallSheet(text)
    if (FONT_WITH_PROGRAM.test(text)) refuseWithoutProgram(objects, text)
    if (object.stream && !NO_CONTENT.test(text)) bytesLeft -= refuseContent(object, bytesLeft)
  }
}

const HEX_STRINGS = /<[0-9A-Fa-f\s]+>/g
const NAMES = /\/([^\s()<>[\]{}/%]+)/g
const FONT_WITH_PROGRAM = /\/Subtype \/(?:MMType1|Type1|TrueType|CIDFontType[02])\b/
const NO_CONTENT =
  /\/Subtype \/(?:Image|XML|Type1C|CIDFontType0C|OpenType)\b|\/Type \/(?:EmbeddedFile|Metadata|CMap)\b|\/Length1 \d|\/N \d|\/FunctionType \d/

const FORBIDDEN: [RegExp, string][] = [
  [/\/DeviceCMYK\b/, 'It has a colour in CMYK (ISO 19005-3, 6.2.4.3).'],
  [/\/Interpolate true\b/, 'It has a picture that is to be smoothed (6.2.8).'],
  [/\/(?:OPI|Alternates|Subtype2) /, 'It has a picture with a stand-in (6.2.8, 6.2.9).'],
  [/\/Subtype \/PS\b|\/Ref <</, 'It has a drawing that lies elsewhere (6.2.9).'],
  [/\/(?:HTP|TR2) /, 'It has a transfer function (6.2.5).'],
  [
    /\/Filter \[? ?\/(?:LZWDecode|Crypt)\b/,
    'It has a stream that is packed in a way that is not allowed (6.1.7).',
  ],
  [
    /\/S \/(?:Launch|Sound|Movie|ResetForm|ImportData|Hide|SetOCGState|Rendition|Trans|GoTo3DView|JavaScript)\b/,
    'It has a link that does more than lead somewhere (6.5.1).',
  ],
  [/\/(?:AA|XFA|NeedAppearances) /, 'It has a form with actions (6.4).'],
]

/** `text` with its strings emptied. @throws {NotArchivable} for a string or a name that is too long. */
function withoutStrings(text: string): string {
  let outside = ''
  for (const part of splitAtStrings(text)) {
    if (part.isString) {
      refuseLongString(part.text.length - 2)
      outside += '()'
      continue
    }
    refuseLongNames(part.text)
    outside += part.text.replace(HEX_STRINGS, (string) => {
      refuseLongString((string.length - 2) / 2)
      return '()'
    })
  }
  return outside
}

function refuseLongString(bytes: number): void {
  if (bytes > STRING_BYTES_MAX)
    throw new NotArchivable(
      `It has a text of more than ${STRING_BYTES_MAX.toLocaleString('en')} bytes outside of its pages, such as the description of a picture or an address (6.1.13).`,
    )
}

function refuseLongNames(text: string): void {
  for (const [, name = ''] of text.matchAll(NAMES))
    if (name.length > NAME_BYTES_MAX)
      throw new NotArchivable(
        `It has a name of more than ${NAME_BYTES_MAX} bytes, such as the id of an element that a link leads to (6.1.13).`,
      )
}

function refuseAnnotation(text: string): void {
  if (!/\/Subtype \/Link\b/.test(text))
    throw new NotArchivable('It has something to be filled in or played (6.3).')
  const flags = Number(/\/F (\d+)/.exec(text)?.[1])
  const [print, hidden] = [0b100, 0b1_0010_0011]
  if ((flags & print) === 0 || (flags & hidden) !== 0)
    throw new NotArchivable('It has a link that is not to be printed (6.3.2).')
}

function refuseSmallSheet(text: string): void {
  const [left = 0, bottom = 0, right = 0, top = 0] = [dictionaryOf(text).get('/MediaBox')].flat().map(Number)
  if (Math.min(right - left, top - bottom) < SIDE_POINTS_MIN)
    throw new NotArchivable(`It has a sheet with a side of less than ${SIDE_POINTS_MIN} points (6.1.13).`)
}

function refuseWithoutProgram(objects: Draft['objects'], text: string): void {
  const descriptor = Number(/\/FontDescriptor (\d+) 0 R/.exec(text)?.[1])
  if (!/\/FontFile[23]? \d+ 0 R/.test(objects.get(descriptor)?.text ?? ''))
    throw new NotArchivable('It has a font that may not be embedded (6.2.11.4).')
}

/** @returns how many bytes were looked through. */
function refuseContent(object: PdfObject, bytesMax: number): number {
  const content = contentOf(object, bytesMax)
  if (content === undefined) throw new NotArchivable('Its sheets are too large to be looked through.')
  const drawn = content.toString('latin1')
  if (showsMissingGlyph(drawn))
    throw new NotArchivable(
      'It has a character that none of its fonts has: the warnings of the job, and of a preview, say which (6.2.11.8).',
    )
  let depth = 0
  for (const [operator] of drawn.matchAll(/^[qQ]$/gm)) {
    depth += operator === 'q' ? 1 : -1
    if (depth > NESTED_STATES_MAX)
      throw new NotArchivable('Its drawings lie too deep in each other (6.1.13).')
  }
  return content.length
}
