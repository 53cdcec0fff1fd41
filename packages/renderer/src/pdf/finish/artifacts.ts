import { deflateSync } from 'node:zlib'
import { type Draft, dictionaryIn, sheetsIn } from '../objects/draft.ts'
import { contentOf, type PdfObject } from '../objects/read.ts'
import { ConformanceError } from './conformance.ts'
import { type Dictionary, dictionaryOf, isReference, referenceOf, textOf } from '../objects/syntax.ts'

const TOO_LARGE = 'A sheet has more than 64 MiB of content. Remove drawings, or split the page.'
const DRAWN_TWICE =
  'A text or an image is drawn twice, as with the CSS property mask-image. Remove it (7.20).'
/** Limit on the content of a sheet or a drawing, decompressed. */
const CONTENT_BYTES_MAX = 64 * 1024 * 1024

/**
 * Marks all content without a tag as an artifact, which screen readers skip: backgrounds, borders, headers and footers.
 * PDF/UA requires it (ISO 14289-1, 7.1). Chromium leaves this content without a mark.
 * @throws {ConformanceError} for content that is drawn twice or is too large.
 */
export function markArtifacts(draft: Draft): void {
  const tagged = taggedForms(draft)
  const streams = new Map<number, Dictionary>()
  for (const sheet of sheetsIn(draft)) {
    const dictionary = dictionaryIn(draft, sheet)
    for (const content of [dictionary.get('/Contents') ?? []].flat()) {
      streams.set(referenceOf(content), dictionary)
    }
  }
  for (const form of tagged) streams.set(form, dictionaryIn(draft, form))
  const drawn = new Set<number>()
  for (const [number, owner] of streams) {
    const object = draft.objects.get(number)
    if (!object?.stream) continue
    const content = contentOf(object, CONTENT_BYTES_MAX)
    if (!content) throw new ConformanceError(TOO_LARGE, 'PDF/UA-1')
    const names = new Map(drawingsOf(draft, owner).filter(([, form]) => tagged.has(form)))
    const marked = withArtifacts(content.toString('latin1'), (name) => {
      const form = names.get(name)
      if (form === undefined) return false
      if (drawn.has(form)) throw new ConformanceError(DRAWN_TWICE, 'PDF/UA-1')
      drawn.add(form)
      return true
    })
    draft.objects.set(number, withContent(object, marked))
  }
}

const PATH_START = /(?:^| )(?:m|re)$/
const PAINTING = /(?:^| )(?:f\*?|F|B\*?|b\*?|S|s)$/
const PATH_END = /(?:^| )n$/
const TEXT_SHOWN = /(?:^| |>|\]|\))(?:Tj|TJ|'|")$/
const DRAWN = /^(\/\S+) Do$/
const SHADING = /(?:^| )sh$/
const MARK_BEGIN = /(?:BDC|BMC)$/
const BEGIN = '/Artifact BMC'
const END = 'EMC'

/**
 * Returns a content stream whose content without a tag is marked as an artifact. Chromium writes one operator on a line
 * and no line break within a string.
 * @param isTagged returns true for the name of a drawing that has tags of its own.
 */
export function withArtifacts(content: string, isTagged: (name: string) => boolean = () => false): string {
  const lines: string[] = []
  let depth = 0
  // Index of the first line of the current path or text, while it has no mark.
  let start: number | undefined
  let isText = false
  const mark = (from: number) => {
    lines.splice(from, 0, BEGIN)
    lines.push(END)
  }
  for (const line of content.split('\n')) {
    lines.push(line)
    if (MARK_BEGIN.test(line)) depth += 1
    else if (line === END) depth -= 1
    if (depth > 0 || line === END) continue
    if (line === 'BT') isText = true
    else if (line === 'ET') isText = false
    else if (isText) {
      if (TEXT_SHOWN.test(line)) mark(lines.length - 1)
    } else if (PAINTING.test(line)) {
      mark(start ?? lines.length - 1)
      start = undefined
    } else if (PATH_END.test(line)) start = undefined
    else if (PATH_START.test(line)) start ??= lines.length - 1
    else if (SHADING.test(line)) mark(lines.length - 1)
    else {
      const drawn = DRAWN.exec(line)?.[1]
      if (drawn !== undefined && !isTagged(drawn)) mark(lines.length - 1)
    }
  }
  return lines.join('\n')
}

/** Returns the numbers of the drawings that have tags, also those within other drawings. */
function taggedForms(draft: Draft): Set<number> {
  const users = new Map<number, number[]>()
  const tagged = new Set<number>()
  for (const [number, object] of draft.objects) {
    if (!object.text.includes('/Subtype /Form')) continue
    if (contentOf(object, CONTENT_BYTES_MAX)?.includes('/MCID ')) tagged.add(number)
    for (const [, form] of drawingsOf(draft, dictionaryOf(object.text))) {
      const known = users.get(form)
      if (known) known.push(number)
      else users.set(form, [number])
    }
  }
  // Drawings that use those in the set are added while the loop runs.
  for (const form of tagged) for (const user of users.get(form) ?? []) tagged.add(user)
  return tagged
}

/** Returns the drawings that a sheet or a drawing uses: their names there, and their numbers. */
function drawingsOf(draft: Draft, owner: Dictionary): [name: string, form: number][] {
  const resources = resolved(draft, owner.get('/Resources'))
  return Array.from(resolved(draft, resources?.get('/XObject')) ?? []).flatMap(
    ([name, value]): [string, number][] => (isReference(value) ? [[name, referenceOf(value)]] : []),
  )
}

function resolved(draft: Draft, value: ReturnType<Dictionary['get']>): Dictionary | undefined {
  if (value instanceof Map) return value
  return isReference(value) ? dictionaryIn(draft, referenceOf(value)) : undefined
}

function withContent({ text }: PdfObject, content: string): PdfObject {
  const stream = deflateSync(Buffer.from(content, 'latin1'))
  const dictionary = dictionaryOf(text)
  dictionary.set('/Filter', '/FlateDecode')
  dictionary.set('/Length', String(stream.length))
  return { text: textOf(dictionary), stream }
}
