// The function that runs in threads. Its input comes from callers and is not trusted.

import { lowerOwnPriority, refusalAsData, type RefusalData } from '@platen/renderer/scheduling/in-thread'
import { readCsv } from './csv.ts'
import { readJsonLines } from './json-lines.ts'
import { type NewRow, type RowRules, rowsOfLines, rowsOfTable } from './rows.ts'
import { checkTable, type TableLimits } from './table.ts'
import { readXlsx } from './xlsx.ts'

lowerOwnPriority()

/** Format of a file with rows. */
export type FileFormat = 'csv' | 'xlsx' | 'json-lines'

/** A file with rows, and the rules for it. */
export interface RowsFile {
  bytes: Uint8Array
  format: FileFormat
  rules: RowRules
  limits: TableLimits
}

/** The rows of a file. */
export interface Rows {
  columns: string[]
  rows: NewRow[]
}

/** Reads the rows of a file. */
export async function readRows({ bytes, format, rules, limits }: RowsFile): Promise<Rows | RefusalData> {
  if (format === 'json-lines') return refusalAsData(() => rowsOfLines(readJsonLines(bytes, limits), rules))
  const read = format === 'csv' ? Promise.try(() => readCsv(bytes, limits)) : readXlsx(bytes)
  const outcome = await read.then(
    (table) => () => table,
    (error: unknown) => () => {
      throw error
    },
  )
  return refusalAsData(() => {
    const table = outcome()
    checkTable(table, limits)
    return rowsOfTable(table, rules)
  })
}
