import { type Dictionary, dictionaryOf, PdfError, referenceOf } from './syntax.ts'

/** One numbered object: the text of its value, and its stream where it has one, encoded as it is. */
export interface PdfObject {
  text: string
  stream?: Buffer
}

/** A PDF whose objects are read as they are asked for. */
export interface PdfFile {
  /** The numbers of all objects. */
  numbers: number[]
  /** @throws {PdfError} when there is none, or it is not as it should be. */
  objectAt(number: number): PdfObject
  /** The numbers of the objects from which all others are found. */
  catalog: number
  info: number
}

/**
 * Opens a PDF as Chromium's Skia writes it: one classic cross-reference table, no object streams, no updates,
 * direct stream lengths.
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
  const isInUse = (number: number) => text[entriesStart + number * ENTRY_LENGTH + 17] === 'n'
  const objects = new Map<number, PdfObject>()
  return {
    numbers: Array.from({ length: entries }, (_, number) => number).filter(isInUse),
    objectAt(number) {
      const known = objects.get(number)
      if (known) return known
      if (!(number > 0 && number < entries && isInUse(number)))
        throw new PdfError(`There is no object ${number}`)
      const entry = entriesStart + number * ENTRY_LENGTH
      const object = readObject(pdf, text, number, Number(text.slice(entry, entry + 10)))
      objects.set(number, object)
      return object
    },
    catalog: referenceOf(trailer.get('/Root')),
    info: referenceOf(trailer.get('/Info')),
  }
}

/** The dictionary that object `number` is. @throws {PdfError} when it is something else. */
export function dictionaryAt(file: PdfFile, number: number): Dictionary {
  return dictionaryOf(file.objectAt(number).text)
}

const ENTRY_LENGTH = 20
const OBJECT_END = '\nendobj\n'
const STREAM_START = ' stream\n'
const STREAM_END = `\nendstream${OBJECT_END}`

// Chromium writes no line's end within a string, so that these are what they look like outside of streams.
function readObject(pdf: Buffer, text: string, number: number, offset: number): PdfObject {
  const start = offset + `${number} 0 obj\n`.length
  const end = text.indexOf(OBJECT_END, start)
  if (!text.startsWith(`${number} 0 obj\n`, offset) || end === -1)
    throw new PdfError(`Object ${number} is not at ${offset}`)
  const body = text.slice(start, end)
  const bodyEnd = body.indexOf(STREAM_START)
  if (bodyEnd === -1) return { text: body }
  const value = body.slice(0, bodyEnd)
  const streamStart = start + bodyEnd + STREAM_START.length
  const streamEnd = streamStart + Number(/\/Length (\d+)/.exec(value)?.[1])
  if (!text.startsWith(STREAM_END, streamEnd))
    throw new PdfError(`The stream of object ${number} has not its length`)
  return { text: value, stream: pdf.subarray(streamStart, streamEnd) }
}
