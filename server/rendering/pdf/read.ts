import { type Dictionary, dictionaryOf, PdfError, referenceOf } from './syntax.ts'

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

  const places: { number: number; offset: number }[] = []
  for (let number = 1; number < entries; number += 1) {
    const entry = entriesStart + number * ENTRY_LENGTH
    if (text[entry + 17] === 'n') places.push({ number, offset: Number(text.slice(entry, entry + 10)) })
  }
  places.sort((one, other) => one.offset - other.offset)
  const objects = new Map<number, PdfObject>()
  for (const [index, { number, offset }] of places.entries())
    objects.set(number, readObject(pdf, text, number, offset, places[index + 1]?.offset ?? tableStart))
  return { objects, catalog: referenceOf(trailer.get('/Root')), info: referenceOf(trailer.get('/Info')) }
}

/** The dictionary that object `number` is. @throws {PdfError} when there is none. */
export function dictionaryAt(file: PdfFile, number: number): Dictionary {
  const object = file.objects.get(number)
  if (!object) throw new PdfError(`There is no object ${number}`)
  return dictionaryOf(object.text)
}

const ENTRY_LENGTH = 20

// Chromium writes one object right after the other; so each ends where the next one begins.
function readObject(pdf: Buffer, text: string, number: number, offset: number, end: number): PdfObject {
  const start = offset + `${number} 0 obj\n`.length
  if (!text.startsWith(`${number} 0 obj\n`, offset) || !text.startsWith(OBJECT_END, end - OBJECT_END.length))
    throw new PdfError(`Object ${number} is not from ${offset} to ${end}`)
  const body = text.slice(start, end - OBJECT_END.length)
  if (!body.endsWith(STREAM_END)) return { text: body }
  const bodyEnd = body.indexOf(STREAM_START)
  const streamStart = start + bodyEnd + STREAM_START.length
  const streamEnd = end - OBJECT_END.length - STREAM_END.length
  const value = body.slice(0, bodyEnd)
  if (Number(/\/Length (\d+)/.exec(value)?.[1]) !== streamEnd - streamStart)
    throw new PdfError(`The stream of object ${number} has not its length`)
  return { text: value, stream: pdf.subarray(streamStart, streamEnd) }
}

const OBJECT_END = '\nendobj\n'
const STREAM_START = ' stream\n'
const STREAM_END = '\nendstream'
