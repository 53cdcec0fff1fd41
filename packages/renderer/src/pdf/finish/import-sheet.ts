import { deflateSync, inflateSync } from 'node:zlib'
import type { Draft } from '../objects/draft.ts'
import { dictionaryAt, type PdfFile, type PdfObject } from '../objects/read.ts'
import { dictionaryOf, PdfError, referenceOf, renumberReferences, textOf } from '../objects/syntax.ts'
import { renameSubsets, subsetNames } from '../merge/subset-names.ts'
import { sheetNumbers } from '../sheets.ts'
import { boxOf } from './stamp.ts'

/** A sheet of another PDF that sheets of this one can draw. */
export interface ImportedSheet {
  /** Reference to a form XObject. */
  reference: string
  width: number
  height: number
  /** Its operators. */
  content: string
}

/** Imports the first sheet of a PDF as a form that other sheets can draw, without its tags. */
export function importSheet(draft: Draft, file: PdfFile): ImportedSheet {
  const [first] = sheetNumbers(file)
  if (first === undefined) throw new PdfError('The PDF has no sheet')
  const subsets = subsetNames(file)
  const numbers = new Map<number, number>()
  const copy = (old: number): number => {
    const known = numbers.get(old)
    if (known !== undefined) return known
    // Reserved before its references are copied, because it may refer to itself.
    const number = referenceOf(draft.add({ text: 'null' }))
    numbers.set(old, number)
    const object = withoutTags(file.objectAt(old))
    const text = renumberReferences(renameSubsets(subsets, object.text), copy)
    draft.objects.set(number, { ...object, text })
    return number
  }
  const sheet = dictionaryAt(file, first)
  const { width, height } = boxOf(sheet)
  const { stream, text } = file.objectAt(referenceOf(sheet.get('/Contents')))
  const content = drawnContent({ text, ...(stream && { stream }) })
  const packed = deflateSync(Buffer.from(content, 'latin1'))
  const resources = renumberReferences(textOf(sheet.get('/Resources') ?? new Map()), copy)
  const entries = [
    '/Type /XObject',
    '/Subtype /Form',
    `/BBox [0 0 ${width} ${height}]`,
    // A group, so that overlapping letters do not show through each other.
    '/Group <</Type /Group /S /Transparency>>',
    `/Resources ${resources}`,
    `/Filter /FlateDecode\n/Length ${packed.length}`,
  ]
  const reference = draft.add({ text: `<<${entries.join('\n')}>>`, stream: packed })
  return { reference, width, height, content }
}

function withoutTags(object: PdfObject): PdfObject {
  const { text, stream } = object
  if (!stream || !text.includes('/Subtype /Form')) return object
  const content = deflateSync(Buffer.from(drawnContent(object), 'latin1'))
  const dictionary = dictionaryOf(text)
  dictionary.delete('/StructParents')
  dictionary.set('/Filter', '/FlateDecode')
  dictionary.set('/Length', String(content.length))
  return { text: textOf(dictionary), stream: content }
}

/**
 * Returns a content stream, decompressed and without the operators of tags. Chromium writes each operator on a line of
 * its own, and text in hexadecimal.
 */
function drawnContent({ text, stream = Buffer.alloc(0) }: PdfObject): string {
  const content = text.includes('/FlateDecode') ? inflateSync(stream) : stream
  return content.toString('latin1').replace(/^(?:\/\w+ ?<<[^<>\r\n]*>> ?BDC|\/\w+ BMC|EMC)\n/gm, '')
}
