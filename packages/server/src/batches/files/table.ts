import { Refusal } from '@platen/template/refusal'
import { quote } from './paths.ts'

/** Value of a cell. CSV has texts only. `null`: an empty cell. */
export type Cell = string | number | boolean | null

/** Content of a CSV or XLSX file. */
export interface Table {
  columns: string[]
  rows: Cell[][]
}

/** Limits of a file. */
export interface TableLimits {
  rowsMax: number
}

const COLUMNS_MAX = 200
/** Characters of the name of a column. The data of each row repeats the names. */
const NAME_LENGTH_MAX = 300

/** Checks the columns and the number of rows. @throws {Refusal} `invalid`. */
export function checkTable({ columns, rows }: Table, limits: TableLimits): void {
  if (columns.length === 0)
    throw new Refusal('invalid', 'The file is empty. The first row has the names of the columns.')
  if (columns.length > COLUMNS_MAX) {
    throw new Refusal('invalid', `The file has more than ${COLUMNS_MAX} columns.`)
  }
  const long = columns.find((column) => column.length > NAME_LENGTH_MAX)
  if (long !== undefined) {
    throw new Refusal(
      'invalid',
      `The name of the column ${quote(long)} has more than ${NAME_LENGTH_MAX} characters. Shorten it.`,
    )
  }
  const unstorable = columns.find((column) => !isStorable(column))
  if (unstorable !== undefined) {
    throw new Refusal(
      'invalid',
      `The name of the column ${quote(unstorable)} has a character that cannot be stored. Rename it.`,
    )
  }
  const repeated = columns.find((column, at) => column !== '' && columns.indexOf(column) !== at)
  if (repeated !== undefined) {
    throw new Refusal(
      'invalid',
      `The file has two columns with the name ${quote(repeated)}. Rename one of them.`,
    )
  }
  checkRowCount(rows.length, limits)
}

/** Returns false for a text with a NUL or half a surrogate pair, which PostgreSQL does not store. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** Checks the number of rows. @throws {Refusal} `invalid`. */
export function checkRowCount(count: number, { rowsMax }: TableLimits): void {
  if (count === 0) throw new Refusal('invalid', 'The file has no rows.')
  if (count > rowsMax) {
    throw new Refusal(
      'invalid',
      `The file has more than ${rowsMax.toLocaleString('en')} rows. Split it into several files.`,
    )
  }
}
