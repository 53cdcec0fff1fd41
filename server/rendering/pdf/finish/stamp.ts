import { type Draft, dictionaryIn, setEntries, sheetsIn } from '../objects/draft.ts'
import type { PdfObject } from '../objects/read.ts'
import { type Dictionary, PdfError, referenceOf, type Value } from '../objects/syntax.ts'

/** A rectangle in points. */
export interface Box {
  left: number
  bottom: number
  width: number
  height: number
}

/** A drawing that is added to every sheet, as an artifact: screen readers skip it. */
export interface Stamp {
  /** Named resources that the drawing uses, by their kind. Chromium uses none of these names. */
  resources: Readonly<Record<string, readonly [name: string, reference: string]>>
  /** Whether the sheet's own content covers the drawing. */
  isBehind: boolean
  /** Returns the drawing's operators for a sheet. */
  draw(sheet: Dictionary): string
}

/** Adds a drawing to every sheet. */
export function stampSheets(draft: Draft, stamp: Stamp): void {
  const streams = new Map<string, string>()
  const streamOf = (content: string) => {
    const known = streams.get(content) ?? draft.add(contentStream(content))
    streams.set(content, known)
    return known
  }
  for (const sheet of sheetsIn(draft)) {
    const dictionary = dictionaryIn(draft, sheet)
    const drawn = `/Artifact <</Type /Pagination /Subtype /Watermark>> BDC\nq\n${stamp.draw(dictionary)}\nQ\nEMC\n`
    const shown = dictionary.get('/Contents')
    const contents =
      shown === undefined
        ? [streamOf(drawn)]
        : stamp.isBehind
          ? [streamOf(drawn), shown].flat()
          : // Chromium's content ends with its own scale in effect.
            [streamOf('q\n'), shown, streamOf(`Q\n${drawn}`)].flat()
    setEntries(draft, sheet, {
      '/Contents': contents,
      '/Resources': withResources(draft, dictionary.get('/Resources'), stamp.resources),
    })
  }
}

/** Returns a sheet's box of that name. @throws {PdfError} when the sheet has none, or it has no area. */
export function boxOf(sheet: Dictionary, name: '/MediaBox' | '/CropBox' = '/MediaBox'): Box {
  const box = sheet.get(name)
  const [left = 0, bottom = 0, right = 0, top = 0] = Array.isArray(box) ? box.map(Number) : []
  if (!(right > left && top > bottom)) throw new PdfError('A sheet has no size')
  return { left, bottom, width: right - left, height: top - bottom }
}

function contentStream(content: string): PdfObject {
  return { text: `<</Length ${content.length}>>`, stream: Buffer.from(content, 'latin1') }
}

function withResources(draft: Draft, shared: Value | undefined, added: Stamp['resources']): Dictionary {
  const followed = (value: Value | undefined): Dictionary => {
    if (value instanceof Map) return new Map(value)
    return value === undefined ? new Map() : dictionaryIn(draft, referenceOf(value))
  }
  const resources = followed(shared)
  for (const [kind, [name, reference]] of Object.entries(added)) {
    const named = followed(resources.get(kind))
    resources.set(kind, named.set(name, reference))
  }
  return resources
}
