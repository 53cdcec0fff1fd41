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
  /** Resources of the drawing, by their kind. Their names must differ from those that Chromium uses. */
  resources: Readonly<Record<string, readonly [name: string, reference: string]>>
  /** Draws below the content of the sheet. */
  isBehind: boolean
  /** Returns the drawing's operators for a sheet. */
  draw(sheet: Dictionary): string
}

/** Adds a drawing to every sheet. */
export function stampSheets(draft: Draft, stamp: Stamp): void {
  const streams = new Map<string, string>()
  const streamOf = (content: string) => {
    const reference = streams.get(content) ?? draft.add(contentStream(content))
    streams.set(content, reference)
    return reference
  }
  for (const sheet of sheetsIn(draft)) {
    const dictionary = dictionaryIn(draft, sheet)
    const drawing = `/Artifact <</Type /Pagination /Subtype /Watermark>> BDC\nq\n${stamp.draw(dictionary)}\nQ\nEMC\n`
    const existing = dictionary.get('/Contents')
    const contents =
      existing === undefined
        ? [streamOf(drawing)]
        : stamp.isBehind
          ? [streamOf(drawing), existing].flat()
          : // Chromium does not restore the graphics state: its scale is still in effect at the end of the content.
            [streamOf('q\n'), existing, streamOf(`Q\n${drawing}`)].flat()
    setEntries(draft, sheet, {
      '/Contents': contents,
      '/Resources': withResources(draft, dictionary.get('/Resources'), stamp.resources),
    })
  }
}

/** Returns a box of a sheet. @throws {PdfError} when the box is missing or empty. */
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
  const resolved = (value: Value | undefined): Dictionary => {
    if (value instanceof Map) return new Map(value)
    return value === undefined ? new Map() : dictionaryIn(draft, referenceOf(value))
  }
  const resources = resolved(shared)
  for (const [kind, [name, reference]] of Object.entries(added)) {
    const named = resolved(resources.get(kind))
    resources.set(kind, named.set(name, reference))
  }
  return resources
}
