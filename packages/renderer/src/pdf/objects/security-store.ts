import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { dictionaryOf, PdfError, textOf } from './syntax.ts'
import { crossReferenceStream, type Entry, serialised } from './write.ts'

/** Certificates, and proofs that they were not revoked, in DER. */
export interface ValidationData {
  certificates: Buffer[]
  ocspResponses: Buffer[]
  revocationLists: Buffer[]
}

/** A document security store without content. */
export const EMPTY_STORE = '<</Type /DSS>>'

/** The empty store is the first object. */
const STORE = /^(\d+) 0 obj\n<<\/Type \/DSS>>\n/
const HEADER_BYTES = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'.length
const SEARCHED_BYTES = 64
/** The dictionary of the cross-references has about 200 bytes. */
const TRAILER_BYTES_MAX = 1_024
const ID = /^\[(<[0-9a-f]+>) /

const compress = promisify(deflate)

/**
 * Fills the empty document security store of a signed PDF (ISO 32000-2, 12.8.4.3). The signed bytes stay as they are: the
 * objects are appended as an incremental update (7.5.6).
 * @returns the PDF with the update.
 */
export async function appendSecurityStore(pdf: Buffer, data: ValidationData): Promise<Buffer> {
  const store = storeOf(pdf)
  const { tableStart, size, root, info, id } = trailerOf(pdf)
  const chunks: Buffer[] = [pdf]
  const entries: Entry[] = []
  let offset = pdf.length
  const append = (number: number, object: { text: string; stream?: Buffer }): Entry => {
    const chunk = serialised(number, object)
    const entry: Entry = { type: 1, location: offset, index: 0 }
    offset += chunk.length
    chunks.push(chunk)
    return entry
  }
  const appendStreams = async (contents: readonly Buffer[]): Promise<string[]> => {
    const references: string[] = []
    for (const content of contents) {
      const stream = await compress(content)
      const number = size + entries.length
      entries.push(append(number, { text: `<</Filter /FlateDecode /Length ${stream.length}>>`, stream }))
      references.push(`${number} 0 R`)
    }
    return references
  }
  const lists = [
    ['/Certs', await appendStreams(data.certificates)],
    ['/OCSPs', await appendStreams(data.ocspResponses)],
    ['/CRLs', await appendStreams(data.revocationLists)],
  ] as const
  const filled = lists.flatMap(([key, references]) =>
    references.length === 0 ? [] : [`${key} [${references.join(' ')}]`],
  )
  const storeEntry = append(store, { text: `<<${['/Type /DSS', ...filled].join('\n')}>>` })
  const updateId = createHash('sha256')
  for (const chunk of chunks.slice(1)) updateId.update(chunk)
  const updateStart = offset
  const table = size + entries.length
  append(
    table,
    crossReferenceStream(
      [storeEntry, ...entries, { type: 1, location: updateStart, index: 0 }],
      `/Size ${table + 1} /Index [${store} 1 ${size} ${entries.length + 1}] /Prev ${tableStart} ` +
        `/Root ${root} /Info ${info} /ID [${id} <${updateId.digest('hex').slice(0, 32)}>]`,
    ),
  )
  return Buffer.concat([...chunks, Buffer.from(`startxref\n${updateStart}\n%%EOF\n`)])
}

/** Returns the number of the store. */
function storeOf(pdf: Buffer): number {
  const number = STORE.exec(pdf.toString('latin1', HEADER_BYTES, HEADER_BYTES + SEARCHED_BYTES))?.[1]
  if (number === undefined) throw new PdfError('The PDF has no document security store')
  return Number(number)
}

/** Reads the entries of the cross-references at the end of a PDF that `writePdf` has written. */
function trailerOf(pdf: Buffer) {
  const tableStart = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf.subarray(-64).toString('latin1'))?.[1])
  const head = pdf.subarray(tableStart, tableStart + TRAILER_BYTES_MAX).toString('latin1')
  const dictionary = dictionaryOf(head.slice(head.indexOf('<<')))
  const valueOf = (key: string): string => textOf(dictionary.get(key) ?? '')
  const id = ID.exec(valueOf('/ID'))?.[1]
  if (id === undefined) throw new PdfError('The PDF has no identifier')
  return { tableStart, size: Number(valueOf('/Size')), root: valueOf('/Root'), info: valueOf('/Info'), id }
}
