import type { Draft } from '../objects/draft.ts'
import { showsMissingGlyph } from '../glyphs.ts'
import { contentOf, type PdfObject } from '../objects/read.ts'
import { dictionaryOf, splitAtStrings } from '../objects/syntax.ts'

/** Reason why a document does not conform to a standard. Removing the cause would change the document, so it is rejected. */
export class ConformanceError extends Error {
  override name = 'ConformanceError'
  readonly standard: 'PDF/A-3b' | 'PDF/UA-1'

  constructor(message: string, standard: ConformanceError['standard'] = 'PDF/A-3b') {
    super(message)
    this.standard = standard
  }
}

const STRING_BYTES_MAX = 32_767
const NAME_BYTES_MAX = 127
const NESTED_STATES_MAX = 28
const SIDE_POINTS_MIN = 3
/** Limit on all streams of a document together, decompressed. */
const CONTENT_BYTES_MAX = 256 * 1024 * 1024

/**
 * Checks a document for everything that ISO 19005-3 forbids and that Chromium writes or may write in later versions.
 * @throws {ConformanceError} at the first violation, with a message for the caller.
 */
export function checkConformance({ objects }: Draft): void {
  let bytesLeft = CONTENT_BYTES_MAX
  for (const object of objects.values()) {
    const text = withoutStrings(object.text)
    for (const [pattern, message] of FORBIDDEN) if (pattern.test(text)) throw new ConformanceError(message)
    if (text.startsWith('<</Type /Annot')) checkAnnotation(text)
    if (/^<<\/Type \/Page\s/.test(text)) refuseSmallSheet(text)
    if (FONT_WITH_PROGRAM.test(text)) refuseWithoutProgram(objects, text)
    if (object.stream && !NO_CONTENT.test(text)) bytesLeft -= checkContent(object, bytesLeft)
  }
}

const HEX_STRINGS = /<[0-9A-Fa-f\s]+>/g
const NAMES = /\/([^\s()<>[\]{}/%]+)/g
const FONT_WITH_PROGRAM = /\/Subtype \/(?:MMType1|Type1|TrueType|CIDFontType[02])\b/
const NO_CONTENT =
  /\/Subtype \/(?:Image|XML|Type1C|CIDFontType0C|OpenType)\b|\/Type \/(?:EmbeddedFile|Metadata|CMap)\b|\/Length1 \d|\/N \d|\/FunctionType \d/

const FORBIDDEN: [RegExp, string][] = [
  [/\/DeviceCMYK\b/, 'The document has a CMYK colour or image. Use RGB (ISO 19005-3, 6.2.4.3).'],
  [/\/Interpolate true\b/, 'The document has an image that is interpolated (ISO 19005-3, 6.2.8).'],
  [
    /\/(?:OPI|Alternates|Subtype2) /,
    'The document has an image with alternate versions (ISO 19005-3, 6.2.8, 6.2.9).',
  ],
  [/\/Subtype \/PS\b|\/Ref <</, 'The document has a drawing from another file (ISO 19005-3, 6.2.9).'],
  [/\/(?:HTP|TR2) /, 'The document has a transfer function (ISO 19005-3, 6.2.5).'],
  [
    /\/Filter \[? ?\/(?:LZWDecode|Crypt)\b/,
    'The document has a stream with a forbidden compression (ISO 19005-3, 6.1.7).',
  ],
  [
    /\/S \/(?:Launch|Sound|Movie|ResetForm|ImportData|Hide|SetOCGState|Rendition|Trans|GoTo3DView|JavaScript)\b/,
    'The document has a link with an action other than opening an address (ISO 19005-3, 6.5.1).',
  ],
  [/\/(?:AA|XFA|NeedAppearances) /, 'The document has a form with actions (ISO 19005-3, 6.4).'],
]

/** Returns `text` with its strings emptied. @throws {ConformanceError} for a string or a name that is too long. */
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
    throw new ConformanceError(
      `The document has an address or an alternative text of more than ${STRING_BYTES_MAX.toLocaleString('en')} bytes. Shorten it (ISO 19005-3, 6.1.13).`,
    )
}

function refuseLongNames(text: string): void {
  for (const [, name = ''] of text.matchAll(NAMES))
    if (name.length > NAME_BYTES_MAX)
      throw new ConformanceError(
        `The document has a name of more than ${NAME_BYTES_MAX} bytes, for example the id of an element that a link points to. Shorten it (ISO 19005-3, 6.1.13).`,
      )
}

function checkAnnotation(text: string): void {
  if (!/\/Subtype \/(?:Link\b|Widget\n\/FT \/Sig\b)/.test(text))
    throw new ConformanceError('The document has a form field or media that plays (ISO 19005-3, 6.3).')
  const flags = Number(/\/F (\d+)/.exec(text)?.[1])
  const [print, hidden] = [0b100, 0b1_0010_0011]
  if ((flags & print) === 0 || (flags & hidden) !== 0)
    throw new ConformanceError('The document has a link that is not printed (ISO 19005-3, 6.3.2).')
}

function refuseSmallSheet(text: string): void {
  const [left = 0, bottom = 0, right = 0, top = 0] = [dictionaryOf(text).get('/MediaBox')].flat().map(Number)
  if (Math.min(right - left, top - bottom) < SIDE_POINTS_MIN)
    throw new ConformanceError(
      `The document has a sheet with a side of less than ${SIDE_POINTS_MIN} points (ISO 19005-3, 6.1.13).`,
    )
}

function refuseWithoutProgram(objects: Draft['objects'], text: string): void {
  const descriptor = Number(/\/FontDescriptor (\d+) 0 R/.exec(text)?.[1])
  if (!/\/FontFile[23]? \d+ 0 R/.test(objects.get(descriptor)?.text ?? ''))
    throw new ConformanceError('The document has a font that may not be embedded (ISO 19005-3, 6.2.11.4).')
}

/** Checks a content stream. @returns its size, in bytes. */
function checkContent(object: PdfObject, bytesMax: number): number {
  const content = contentOf(object, bytesMax)
  if (content === undefined)
    throw new ConformanceError(
      `The sheets have more than ${CONTENT_BYTES_MAX / 1024 / 1024} MiB of content, which is too much to check.`,
    )
  const operators = content.toString('latin1')
  if (showsMissingGlyph(operators))
    throw new ConformanceError(
      'The document has a character that none of its fonts has. The warnings of the job or of a preview name it (ISO 19005-3, 6.2.11.8).',
    )
  let depth = 0
  for (const [operator] of operators.matchAll(/^[qQ]$/gm)) {
    depth += operator === 'q' ? 1 : -1
    if (depth > NESTED_STATES_MAX)
      throw new ConformanceError(
        `The drawings of the document are nested more than ${NESTED_STATES_MAX} levels deep (ISO 19005-3, 6.1.13).`,
      )
  }
  return content.length
}
