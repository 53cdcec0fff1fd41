import { inflateSync } from 'node:zlib'
import type { Draft } from './draft.ts'
import { MISSING } from './glyphs.ts'
import type { PdfObject } from './read.ts'
import { outsideStrings } from './syntax.ts'

/** Why a document cannot be PDF/A: it has something that we do not take out, as it would look or be another one then. */
export class NotArchivable extends Error {
  override name = 'NotArchivable'
}

const STRING_BYTES_MAX = 32_767
const NAME_BYTES_MAX = 127
const NESTED_STATES_MAX = 28
const SIDE_POINTS_MIN = 3
const CONTENT_BYTES_MAX = 256 * 1024 * 1024

/**
 * Looks for whatever ISO 19005-3 does not allow and Chromium can write, or might one day. Nothing is claimed that was
 * not looked at.
 * @throws {NotArchivable} at the first, in words for the caller.
 */
export function refuseUnarchivable({ objects }: Draft): void {
  for (const object of objects.values()) {
    refuseStrings(object.text)
    const text = object.text.replace(STRINGS, '()')
    for (const [pattern, what] of FORBIDDEN) if (pattern.test(text)) throw new NotArchivable(what)
    if (text.startsWith('<</Type /Annot')) refuseAnnotation(text)
    if (/^<<\/Type \/Page\s/.test(text)) refuseSmallSheet(text)
    if (FONT_WITH_PROGRAM.test(text)) refuseWithoutProgram(objects, text)
    if (object.stream && !NO_CONTENT.test(text)) refuseContent(object)
  }
}

const STRINGS = /\((?:[^()\\]|\\[^])*\)|<[0-9A-Fa-f\s]+>/g
const NAMES = outsideStrings(/\/([^\s()<>[\]{}/%]+)/)
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

function refuseStrings(text: string): void {
  for (const [string] of text.matchAll(STRINGS)) {
    const bytes = string.startsWith('<') ? (string.length - 2) / 2 : string.length - 2
    if (bytes > STRING_BYTES_MAX)
      throw new NotArchivable(
        `It has a text of more than ${STRING_BYTES_MAX.toLocaleString('en')} bytes outside of its pages, such as the description of a picture or an address (6.1.13).`,
      )
  }
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
  const [left = 0, bottom = 0, right = 0, top = 0] =
    /\/MediaBox \[([^\]]*)\]/.exec(text)?.[1]?.trim().split(/\s+/).map(Number) ?? []
  if (Math.min(right - left, top - bottom) < SIDE_POINTS_MIN)
    throw new NotArchivable(`It has a sheet with a side of less than ${SIDE_POINTS_MIN} points (6.1.13).`)
}

function refuseWithoutProgram(objects: Draft['objects'], text: string): void {
  const descriptor = Number(/\/FontDescriptor (\d+) 0 R/.exec(text)?.[1])
  if (!/\/FontFile[23]? \d+ 0 R/.test(objects.get(descriptor)?.text ?? ''))
    throw new NotArchivable('It has a font that may not be embedded (6.2.11.4).')
}

function refuseContent({ text, stream = Buffer.alloc(0) }: PdfObject): void {
  const content = text.includes('/FlateDecode') ? inflated(stream) : stream
  const drawn = content.toString('latin1')
  if (MISSING.test(drawn))
    throw new NotArchivable(
      'It has a character that none of its fonts has: the warnings of the job, and of a preview, say which (6.2.11.8).',
    )
  let depth = 0
  for (const [operator] of drawn.matchAll(/^[qQ]$/gm)) {
    depth += operator === 'q' ? 1 : -1
    if (depth > NESTED_STATES_MAX)
      throw new NotArchivable('Its drawings lie too deep in each other (6.1.13).')
  }
}

function inflated(stream: Buffer): Buffer {
  try {
    return inflateSync(stream, { maxOutputLength: CONTENT_BYTES_MAX })
  } catch (error) {
    if (error instanceof RangeError)
      throw new NotArchivable('A sheet of it is too large to be looked through.')
    throw error
  }
}
