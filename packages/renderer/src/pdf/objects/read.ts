import { inflateSync } from 'node:zlib'
import { type Dictionary, dictionaryOf, PdfError, referenceOf } from './syntax.ts'

/** One numbered object: the text of its value, and its stream as stored, which may be compressed. */
export interface PdfObject {
  text: string
  stream?: Buffer
}

/** A PDF whose objects are read on demand. */
export interface PdfFile {
  /** The numbers of all objects. */
  numbers: number[]
  /** Returns an object. @throws {PdfError} when it does not exist or is damaged. */
  objectAt(number: number): PdfObject
  /** Number of the document catalog. Every object of the pages is reachable from it. */
  catalog: number
  /** Number of the information dictionary. */
  info: number
}

/**
 * Opens a PDF as Chromium's Skia writes it: one classic cross-reference table, no object streams, no updates,
 * direct stream lengths. Streams are not converted to text, because they may have 100 MB.
 * @throws {PdfError} for any other PDF.
 */
export function readPdf(pdf: Buffer): PdfFile {
  const tableStart = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(textOf(pdf.subarray(-64)))?.[1])
  const header = /^xref\s+0 (\d+)\s+/.exec(textOf(pdf.subarray(tableStart, tableStart + 40)))
  if (!header) throw new PdfError('The PDF has no cross-reference table at its end')
  const entriesStart = tableStart + header[0].length
  const entries = Number(header[1])
  const trailer = dictionaryOf(textOf(pdf.subarray(pdf.indexOf('trailer', entriesStart) + 'trailer'.length)))
  const isInUse = (number: number) => pdf[entriesStart + number * ENTRY_LENGTH + 17] === IN_USE
  const objects = new Map<number, PdfObject>()
  return {
    numbers: Array.from({ length: entries }, (_, number) => number).filter(isInUse),
    objectAt(number) {
      const known = objects.get(number)
      if (known) return known
      if (!(number > 0 && number < entries && isInUse(number)))
        throw new PdfError(`Object ${number} does not exist`)
      const entry = entriesStart + number * ENTRY_LENGTH
      const object = readObject(pdf, number, Number(textOf(pdf.subarray(entry, entry + 10))))
      objects.set(number, object)
      return object
    },
    catalog: referenceOf(trailer.get('/Root')),
    info: referenceOf(trailer.get('/Info')),
  }
}

/** Returns the dictionary of an object. @throws {PdfError} when the object is not a dictionary. */
export function dictionaryAt(file: PdfFile, number: number): Dictionary {
  return dictionaryOf(file.objectAt(number).text)
}

/** Decompresses a stream. @returns `undefined` for more than `bytesMax` bytes and for an object without a stream. */
export function contentOf({ text, stream }: PdfObject, bytesMax: number): Buffer | undefined {
  if (!stream || bytesMax <= 0) return undefined
  if (!text.includes('/FlateDecode')) return stream.length <= bytesMax ? stream : undefined
  try {
    return inflateSync(stream, { maxOutputLength: bytesMax })
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const ENTRY_LENGTH = 20
const IN_USE = 'n'.charCodeAt(0)
const OBJECT_END = '\nendobj\n'
const STREAM_START = ' stream\n'
const STREAM_END = `\nendstream${OBJECT_END}`

// Chromium writes no line break within a string, so these markers cannot occur outside of streams.
function readObject(pdf: Buffer, number: number, offset: number): PdfObject {
  const head = `${number} 0 obj\n`
  const start = offset + head.length
  const end = pdf.indexOf(OBJECT_END, start)
  if (!holds(pdf, head, offset) || end === -1) throw new PdfError(`Object ${number} is not at ${offset}`)
  const body = pdf.subarray(start, end)
  const valueEnd = body.indexOf(STREAM_START)
  if (valueEnd === -1) return { text: textOf(body) }
  const value = textOf(body.subarray(0, valueEnd))
  const streamStart = start + valueEnd + STREAM_START.length
  const streamEnd = streamStart + Number(/\/Length (\d+)/.exec(value)?.[1])
  if (!holds(pdf, STREAM_END, streamEnd))
    throw new PdfError(`The stream of object ${number} does not have the length that its dictionary states`)
  return { text: value, stream: pdf.subarray(streamStart, streamEnd) }
}

function holds(pdf: Buffer, text: string, offset: number): boolean {
  return textOf(pdf.subarray(offset, offset + text.length)) === text
}

function textOf(bytes: Buffer): string {
  return bytes.toString('latin1')
}
