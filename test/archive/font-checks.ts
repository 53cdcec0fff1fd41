import { type Document, type Entries, list } from './objects.ts'

/** Metrics of a TrueType font program. */
interface Program {
  /** Number of glyphs. */
  glyphs: number
  /** Returns the width of a glyph, in thousandths of the font size. */
  widthOf(glyph: number): number
}

const FONTS_AND_TEXTS =
  /\/([^\s/]+) [-\d.]+ Tf|<([0-9A-Fa-f]*)>(?= ?(?:Tj|-?[\d.]|\]|<))|\(((?:[^()\\]|\\[^])*)\)\s*Tj/g

/** Returns the problems of the fonts and glyphs in a content stream. */
export function checkGlyphs(
  document: Document,
  { where, text, resources }: { where: string; text: string; resources: Entries },
): string[] {
  const fonts = document.entries(resources['/Font'])
  const problems = new Set<string>()
  let font: Entries | undefined
  for (const [, name, hex, plain] of text.matchAll(FONTS_AND_TEXTS)) {
    if (name !== undefined) {
      font = fonts[`/${name}`] === undefined ? undefined : document.entries(fonts[`/${name}`])
      for (const problem of font ? fontProblems(document, font) : [`no font ${name}`])
        problems.add(`${where}: ${problem}`)
    } else if (font) {
      const bytes = hex === undefined ? Buffer.from(plain ?? '', 'latin1') : Buffer.from(hex, 'hex')
      for (const problem of shownProblems(document, font, bytes)) problems.add(`${where}: ${problem}`)
    } else problems.add(`${where}: text without a font`)
  }
  return [...problems]
}

function fontProblems({ entries, resolve, dataOf }: Document, font: Entries): string[] {
  if (font['/Subtype'] === '/Type3') {
    const [first, last] = [Number(font['/FirstChar']), Number(font['/LastChar'])]
    const widths = list(resolve(font['/Widths']))
    return widths.length === last - first + 1 ? [] : ['the widths of a Type 3 font']
  }
  const cidFont = font['/Subtype'] === '/Type0' ? entries(list(resolve(font['/DescendantFonts']))[0]) : font
  const descriptor = entries(cidFont['/FontDescriptor'])
  const file = ['/FontFile', '/FontFile2', '/FontFile3'].find((key) => dataOf(descriptor[key]) !== undefined)
  return [
    ...(file ? [] : [`${String(font['/BaseFont'])} is not embedded`]),
    ...(font['/Subtype'] === '/Type0' && font['/Encoding'] !== '/Identity-H' ? ['an encoding'] : []),
    ...(cidFont['/Subtype'] === '/CIDFontType2' && cidFont['/CIDToGIDMap'] !== '/Identity'
      ? ['a map to glyphs']
      : []),
    ...(descriptor['/CIDSet'] === undefined && descriptor['/CharSet'] === undefined
      ? []
      : ['a list of its glyphs']),
    ...(['/Type0', '/Type1', '/TrueType'].includes(String(font['/Subtype'])) ? [] : ['a kind']),
  ]
}

function shownProblems(document: Document, font: Entries, bytes: Buffer): string[] {
  const { entries, resolve, dataOf } = document
  if (font['/Subtype'] === '/Type3') {
    const [first, last] = [Number(font['/FirstChar']), Number(font['/LastChar'])]
    return bytes.every((code) => code >= first && code <= last) ? [] : ['a glyph that the Type 3 font lacks']
  }
  if (font['/Subtype'] !== '/Type0') return []
  const cidFont = entries(list(resolve(font['/DescendantFonts']))[0])
  const data = dataOf(entries(cidFont['/FontDescriptor'])['/FontFile2'])
  const program = data && programOf(data)
  const problems: string[] = []
  for (let index = 0; index + 1 < bytes.length; index += 2) {
    const glyph = bytes.readUInt16BE(index)
    if (glyph === 0) problems.push('.notdef')
    if (!program) continue
    if (glyph >= program.glyphs) problems.push(`glyph ${glyph} does not exist`)
    else if (Math.abs(program.widthOf(glyph) - widthIn(cidFont, list(resolve(cidFont['/W'])), glyph)) > 1)
      problems.push(`glyph ${glyph} has another width`)
  }
  return problems
}

/** Returns the width of a glyph as the PDF declares it (ISO 32000-1, 9.7.4.3). */
function widthIn(cidFont: Entries, widths: unknown[], glyph: number): number {
  for (let index = 0; index < widths.length;) {
    const [first, second, third] = [Number(widths[index]), widths[index + 1], widths[index + 2]]
    if (Array.isArray(second)) {
      const width: unknown = second[glyph - first]
      if (glyph >= first && typeof width === 'number') return width
      index += 2
    } else {
      if (glyph >= first && glyph <= Number(second)) return Number(third)
      index += 3
    }
  }
  return Number(cidFont['/DW'] ?? 1_000)
}

const programs = new WeakMap<Buffer, Program>()

function programOf(data: Buffer): Program {
  const known = programs.get(data)
  if (known) return known
  const tables = new Map(
    Array.from({ length: data.readUInt16BE(4) }, (_, index) => {
      const entry = 12 + 16 * index
      return [data.toString('latin1', entry, entry + 4), data.readUInt32BE(entry + 8)] as const
    }),
  )
  const at = (name: string) => tables.get(name) ?? Number.NaN
  const [unitsPerEm, measured] = [data.readUInt16BE(at('head') + 18), data.readUInt16BE(at('hhea') + 34)]
  const program = {
    glyphs: data.readUInt16BE(at('maxp') + 4),
    widthOf: (glyph: number) =>
      (data.readUInt16BE(at('hmtx') + 4 * Math.min(glyph, measured - 1)) * 1_000) / unitsPerEm,
  }
  programs.set(data, program)
  return program
}
