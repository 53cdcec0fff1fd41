import { buffer } from 'node:stream/consumers'
import { readSheet } from 'read-excel-file/universal'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import { Refusal } from '@platen/template/refusal'
import type { Cell, Table } from './table.ts'

/** Entries of the ZIP. A workbook with 200 sheets and pictures has fewer. */
const ENTRIES_MAX = 2_000
/** Bytes of all XML parts together, decompressed. */
const XML_BYTES_MAX = 128 * 1024 * 1024

/** Cells of a sheet up to its last row and column, empty ones included. */
const CELLS_MAX = 10_000_000
/** Address of a cell or number of a row. The parser ignores the prefix of an attribute. */
const ADDRESS = /(?<![\w.-]|\sxmlns:)r\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')/g
/** Row without cells. Some programs write one at the last possible row. */
const EMPTY_ROW = /<(?:[\w.-]+:)?row(?:\s+[\w.:-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*\s*(?:\/>|>\s*<\/)/g

/**
 * Reads the first sheet of an XLSX file. Its first row is the header.
 * @throws {Refusal} `invalid` for a file that is damaged, encrypted or too large when it is decompressed.
 */
export async function readXlsx(bytes: Uint8Array): Promise<Table> {
  const parts = await asRefusal(readParts(bytes))
  const sheet = await asRefusal(readSheet(parts, 1))
  const [header = [], ...rows] = sheet.map((row) => row.map(cellOf))
  // Columns to the right of the last named one have no cells in most rows.
  const width = header.findLastIndex((cell) => cell !== null) + 1
  const columns = header.slice(0, width).map((cell) => String(cell ?? ''))
  const filled = rows.filter((row) => row.some((cell) => cell !== null))
  return { columns, rows: filled.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== null) + 1)) }
}

/**
 * Returns the XML parts as a new ZIP without compression. The sizes in a ZIP may be wrong, so the bytes are counted, and
 * the parser gets only those that were counted.
 */
async function readParts(bytes: Uint8Array): Promise<ArrayBuffer> {
  const zip = await fromBufferPromise(Buffer.from(bytes), { lazyEntries: true })
  const counted = new ZipFile()
  let [entries, size] = [0, 0]
  for await (const entry of zip.eachEntry()) {
    entries += 1
    if (entries > ENTRIES_MAX) throw tooLarge()
    if (!/\.xml(?:\.rels)?$/.test(entry.fileName)) continue
    // The stream fails when an entry has more bytes than its header says.
    size += entry.uncompressedSize
    if (size > XML_BYTES_MAX) throw tooLarge()
    const part = await buffer(await zip.openReadStreamPromise(entry))
    // A sheet may have any name. The parser reads only UTF-8, in which a NUL is not allowed.
    if (part.includes(0)) throw new Error('An XML part has a NUL')
    checkExtent(part.toString('latin1'))
    counted.addBuffer(part, entry.fileName, { compress: false })
  }
  counted.end()
  const { buffer: memory, byteOffset, byteLength } = await buffer(counted.outputStream)
  return new Uint8Array(new Uint8Array(memory, byteOffset, byteLength)).buffer
}

/** Checks the number of cells up to the last one, empty ones included, because the parser makes a table of all. */
function checkExtent(part: string): void {
  let [width, height] = [0, 0]
  for (const [, quoted, other = ''] of part.replace(EMPTY_ROW, '').matchAll(ADDRESS)) {
    const address = quoted ?? other
    if (address.includes('&')) throw new Error('The address of a cell has an entity')
    const at = address.search(/\d/)
    if (at < 0) continue
    height = Math.max(height, Number(address.slice(at)) || 0)
    width = Math.max(
      width,
      address
        .slice(0, at)
        .split('')
        .reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0),
    )
  }
  if (width * height > CELLS_MAX) throw tooLarge()
}

function cellOf(value: unknown): Cell {
  if (value instanceof Date) return dateOf(value)
  if (typeof value === 'string') return value === '' ? null : value
  return typeof value === 'number' || typeof value === 'boolean' ? value : null
}

/** Returns a date as in ISO 8601. Cells have no time zone. */
function dateOf(date: Date): string | null {
  if (Number.isNaN(date.getTime())) return null
  const text = date.toISOString().replace(/\.000Z$/, '')
  return text.replace(/T00:00:00$/, '')
}

async function asRefusal<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(
      'invalid',
      'The XLSX file cannot be read. It is damaged, has a password, or is of an older format. Save it as XLSX without a password, or as CSV.',
      { cause: error },
    )
  }
}

function tooLarge(): Refusal {
  return new Refusal(
    'invalid',
    `The XLSX file has more than ${XML_BYTES_MAX / 1024 / 1024} MiB of content, ${ENTRIES_MAX.toLocaleString('en')} parts or ${CELLS_MAX.toLocaleString('en')} cells. Split it into several files, or save it as CSV.`,
  )
}
