import { type Dictionary, dictionaryOf, parseValue, PdfError, referenceOf } from './syntax.ts'

/** One numbered object: the text of its value, and its stream where it has one, encoded as it is. */
export interface PdfObject {
  text: string
  stream?: Buffer
}

/** A PDF taken apart. */
export interface PdfFile {
  objects: Map<number, PdfObject>
  /** The numbers of the objects from which all others are found. */
  catalog: number
  info: number
}

/**
 * Takes apart a PDF as Chromium's Skia writes it: one classic cross-reference table, no object streams, no
 * updates, direct stream lengths.
 * @throws {PdfError} for anything else.
 */
export function readPdf(pdf: Buffer): PdfFile {
  const text = pdf.toString('latin1')
  const tableStart = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text.slice(-64))?.[1])
  const header = /^xref\s+0 (\d+)\s+/.exec(text.slice(tableStart, tableStart + 40))
  if (!header) throw new PdfError('There is no cross-reference table where it should be')
  const entriesStart = tableStart + header[0].length
  const entries = Number(header[1])
  const trailer = dictionaryOf(text.slice(text.indexOf('trailer', entriesStart) + 'trailer'.length))

  const objects = new Map<number, PdfObject>()
  for (let number = 1; number < entries; number += 1) {
    const entry = text.slice(entriesStart + number * ENTRY_LENGTH, entriesStart + (number + 1) * ENTRY_LENGTH)
    if (entry[17] === 'n') objects.set(number, readObject(pdf, text, number, Number(entry.slice(0, 10))))
  }
  return { objects, catalog: referenceOf(trailer.get('/Root')), info: referenceOf(trailer.get('/Info')) }
}

/** The dictionary that object `number` is. @throws {PdfError} when there is none. */
export function dictionaryAt(file: PdfFile, number: number): Dictionary {
  const object = file.objects.get(number)
  if (!object) throw new PdfError(`There is no object ${number}`)
  return dictionaryOf(object.text)
}

const ENTRY_LENGTH = 20

function readObject(pdf: Buffer, text: string, number: number, offset: number): PdfObject {
  const header = `${number} 0 obj\n`
  if (!text.startsWith(header, offset)) throw new PdfError(`Object ${number} is not at ${offset}`)
  const start = offset + header.length
  const { value, end } = parseValue(text, start)
  const body = text.slice(start, end)
  if (!(value instanceof Map) || !text.startsWith(' stream\n', end)) return { text: body }
  const length = Number(value.get('/Length'))
  const streamStart = end + ' stream\n'.length
  if (!text.startsWith('\nendstream', streamStart + length))
    throw new PdfError(`The stream of object ${number} has not its length`)
  return { text: body, stream: pdf.subarray(streamStart, streamStart + length) }
}
