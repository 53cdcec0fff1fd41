import { Refusal } from '@platen/template/refusal'
import { fileNameOf } from '../../generation/urls.ts'
import { isEmailAddress } from '../../mail/addresses.ts'
import type { JsonLine } from './json-lines.ts'
import { compileShape, parsePath, quote, valueAt } from './paths.ts'
import { type Cell, isStorable, type Table } from './table.ts'

/** Path and type of a column in the data. `null`: the column is not in the data. */
export type ColumnMapping = string | { path: string; type?: CellType } | null
/** Type of the value of a cell in the data. Without it, the value is as in the file: CSV has texts only. */
export type CellType = 'text' | 'number' | 'boolean'

/** Rules by which rows become documents. */
export interface RowRules {
  /** Paths of columns, by column name. The name of any other column is its path. */
  mapping?: Record<string, ColumnMapping> | undefined
  /** Column with the recipient of each row, or its path in JSON Lines. */
  recipient?: string | undefined
  /** Only valid recipient. */
  onlyRecipient?: string | undefined
  /** Pattern of the file name of each row, with columns in braces. */
  fileName?: string | undefined
}

/** A row of a batch. */
export interface NewRow {
  cells: string[]
  /** JSON text of an object. `undefined` when the row is not valid. */
  data: string | undefined
  recipient: string | undefined
  fileName: string | undefined
  /** Reason why the row is not valid. */
  error: string | undefined
}

/** Limit of the cells of one row, and of its data, in characters. */
const ROW_LENGTH_MAX = 256 * 1024
/** Limit of the cells and data of all rows, in characters. Rows of a small XLSX file may share a large text. */
const TOTAL_LENGTH_MAX = 64_000_000
/** Column of a JSON Lines file. */
const JSON_COLUMN = 'data'
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const BOOLEANS = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
])

/** Error of one row, in words for the user. */
class RowError extends Error {}

/** Returns the rows of a table. @throws {Refusal} `invalid` for rules that do not match the columns. */
export function rowsOfTable(table: Table, rules: RowRules): { columns: string[]; rows: NewRow[] } {
  const { columns } = table
  const { mapping = {} } = rules
  const unknown = Object.keys(mapping).find((column) => !columns.includes(column))
  if (unknown !== undefined) throw noColumn(`mapping has the column ${quote(unknown)}`, columns)
  const fields = columns.flatMap((column, at) => {
    const mapped = Object.hasOwn(mapping, column) ? mapping[column] : undefined
    if (mapped === null || (column === '' && mapped === undefined)) return []
    const { path, type } = typeof mapped === 'object' ? mapped : { path: mapped ?? column, type: undefined }
    const what =
      mapped === undefined ? `The column ${quote(column)}` : `The path of the column ${quote(column)}`
    return { at, column, type, path: parsePath(path, what) }
  })
  const shape = compileShape(fields)
  const indexOf = (column: string, what: string) => {
    const at = columns.indexOf(column)
    if (at < 0) throw noColumn(`${what} has the column ${quote(column)}`, columns)
    return at
  }
  const recipientAt = rules.recipient === undefined ? undefined : indexOf(rules.recipient, 'recipient')
  const name = compilePattern(rules.fileName, (column) => {
    const at = indexOf(column, 'fileName')
    return (cells: readonly Cell[]) => textOf(cells[at])
  })
  const names = uniqueNames()
  const limited = limitTotal(columns)
  const rows = table.rows.map((cells, index) =>
    limited(cells.map(textOf), () => {
      if (cells.length > columns.length) {
        throw new RowError(`The row has ${cells.length} cells, but there are ${columns.length} columns.`)
      }
      const values = fields.map(({ at, column, type }) => valueOf(cells[at], column, type))
      return {
        data: JSON.stringify(shape.fill(values)),
        recipient: recipientAt === undefined ? undefined : recipientOf(textOf(cells[recipientAt]), rules),
        fileName: name && names(name(cells, index + 1)),
      }
    }),
  )
  return { columns, rows }
}

/** Returns the rows of JSON Lines. @throws {Refusal} `invalid` for a mapping, which JSON Lines do not need. */
export function rowsOfLines(
  lines: readonly JsonLine[],
  rules: RowRules,
): { columns: string[]; rows: NewRow[] } {
  if (rules.mapping) {
    throw new Refusal(
      'invalid',
      'mapping is only for CSV and XLSX. Each line of JSON Lines is the data of a document.',
    )
  }
  const recipient = rules.recipient === undefined ? undefined : parsePath(rules.recipient, 'recipient')
  const name = compilePattern(rules.fileName, (text) => {
    const path = parsePath(text, `The placeholder ${quote(text)} of fileName`)
    return (value: unknown) => textOf(valueAt(value, path))
  })
  const names = uniqueNames()
  const limited = limitTotal([JSON_COLUMN])
  const rows = lines.map(({ text, value, error }, index) =>
    limited([text], () => {
      if (error !== undefined) throw new RowError(error)
      return {
        data: text,
        recipient: recipient && recipientOf(textOf(valueAt(value, recipient)), rules),
        fileName: name && names(name(value, index + 1)),
      }
    }),
  )
  return { columns: [JSON_COLUMN], rows }
}

type ReadRow = () => { data: string; recipient: string | undefined; fileName: string | undefined }

/** Returns `newRow` with a limit for all rows. @throws {Refusal} `invalid` when the rows exceed it. */
function limitTotal(columns: readonly string[]): (cells: string[], read: ReadRow) => NewRow {
  let total = 0
  return (cells, read) => {
    const row = newRow(columns, cells, read)
    total += lengthOf(row.cells) + (row.data?.length ?? 0)
    if (total <= TOTAL_LENGTH_MAX) return row
    throw new Refusal(
      'invalid',
      `The rows have more than ${TOTAL_LENGTH_MAX.toLocaleString('en')} characters in total. Split the file into several files.`,
    )
  }
}

function newRow(columns: readonly string[], cells: string[], read: ReadRow): NewRow {
  const failed = (error: string, stored = cells) => ({
    cells: stored,
    data: undefined,
    recipient: undefined,
    fileName: undefined,
    error,
  })
  // The cells of a row that is too large are not kept.
  const tooLarge = () =>
    failed(`The row has more than ${ROW_LENGTH_MAX.toLocaleString('en')} characters.`, [])
  if (lengthOf(cells) > ROW_LENGTH_MAX) return tooLarge()
  const unstorable = cells.findIndex((cell) => !isStorable(cell))
  if (unstorable >= 0) {
    return failed(
      `The column ${quote(columns[unstorable] ?? String(unstorable + 1))} has a character that cannot be stored.`,
      cells.map((cell) => cell.toWellFormed().replaceAll('\0', '\u{FFFD}')),
    )
  }
  try {
    const row = read()
    return row.data.length > ROW_LENGTH_MAX ? tooLarge() : { cells, ...row, error: undefined }
  } catch (error) {
    if (!(error instanceof RowError)) throw error
    return failed(error.message)
  }
}

function lengthOf(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + cell.length, 0)
}

/** Returns the value of a cell in the data, `undefined` for an empty cell. */
function valueOf(cell: Cell | undefined, column: string, type: CellType | undefined): unknown {
  const text = textOf(cell)
  if (text.trim() === '') return undefined
  switch (type) {
    case undefined:
      return cell
    case 'text':
      return text
    case 'number':
      if (typeof cell === 'number') return cell
      if (NUMBER.test(text.trim())) return JSON.rawJSON(text.trim())
      throw new RowError(`The column ${quote(column)} must be a number such as 1234.5.`)
    case 'boolean': {
      const value = BOOLEANS.get(text.trim().toLowerCase())
      if (value === undefined) throw new RowError(`The column ${quote(column)} must be true or false.`)
      return value
    }
  }
}

function recipientOf(text: string, { onlyRecipient }: RowRules): string {
  const address = text.trim()
  if (!isEmailAddress(address)) {
    throw new RowError(
      address === ''
        ? 'The row has no recipient.'
        : `The recipient ${quote(address)} is not an e-mail address.`,
    )
  }
  if (onlyRecipient !== undefined && address.toLowerCase() !== onlyRecipient.toLowerCase()) {
    throw new RowError(`A test key can send mail only to the address of the account, ${onlyRecipient}.`)
  }
  return address
}

/**
 * Compiles the pattern of a file name. `{row}` is the number of the row, unless it is a column.
 * @param lookup returns the function that reads a column or path.
 */
function compilePattern<Row>(
  pattern: string | undefined,
  lookup: (name: string) => (row: Row) => string,
): ((row: Row, number: number) => string) | undefined {
  if (pattern === undefined) return undefined
  const parts = pattern.split(/(\{[^{}]*\})/).map((part) => {
    if (!part.startsWith('{') || !part.endsWith('}')) return () => part
    const name = part.slice(1, -1)
    if (name === 'row') return (_row: Row, number: number) => String(number)
    return lookup(name)
  })
  return (row, number) =>
    fileNameOf(
      parts
        .map((part) => part(row, number))
        .join('')
        .replace(/\.pdf$/i, ''),
    )
}

/** Returns a function that makes file names unique: `Ada.pdf`, `Ada-2.pdf`. Upper and lower case do not differ. */
function uniqueNames(): (name: string) => string {
  const counts = new Map<string, number>()
  return (name) => {
    const base = name.slice(0, -'.pdf'.length)
    for (let unique = name; ;) {
      const count = (counts.get(name.toLowerCase()) ?? 0) + 1
      if (!counts.has(unique.toLowerCase())) {
        if (unique !== name) counts.set(unique.toLowerCase(), 1)
        else counts.set(name.toLowerCase(), count)
        return unique
      }
      counts.set(name.toLowerCase(), count)
      unique = `${base}-${count}.pdf`
    }
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : ''
}

function noColumn(problem: string, columns: readonly string[]): Refusal {
  return new Refusal(
    'invalid',
    `${problem}, which the file does not have. Its columns are ${columns.map(quote).join(', ')}.`,
  )
}
