import { CsvError, parse } from 'csv-parse/sync'
import { Refusal } from '@platen/template/refusal'
import type { Table, TableLimits } from './table.ts'

const DELIMITERS = [',', ';', '\t']
/** Longest cell, in bytes. Spreadsheet programs allow 32,767 characters. */
const RECORD_BYTES_MAX = 256 * 1024

/** Reads CSV with a header (RFC 4180). The delimiter is the one that gives the most columns. */
export function readCsv(bytes: Uint8Array, limits: TableLimits): Table {
  const text = decode(bytes)
  const delimiter = delimiterOf(text)
  // One row more than the limit, so that the limit is noticed.
  const [columns = [], ...rows] = records(text, delimiter, limits.rowsMax + 2)
  return { columns, rows }
}

function delimiterOf(text: string): string {
  const widths = DELIMITERS.map((delimiter) => {
    try {
      return records(text, delimiter, 1)[0]?.length ?? 0
    } catch {
      // The header is CSV only with another delimiter.
      return 0
    }
  })
  return DELIMITERS[widths.indexOf(Math.max(...widths))] ?? ','
}

function records(text: string, delimiter: string, countMax: number): string[][] {
  try {
    return parse(text, {
      delimiter,
      to: countMax,
      skip_empty_lines: true,
      relax_column_count: true,
      max_record_size: RECORD_BYTES_MAX,
    })
  } catch (error) {
    const line = lineOf(error)
    if (error instanceof CsvError && error.code === 'CSV_MAX_RECORD_SIZE') {
      throw new Refusal(
        'invalid',
        `Line ${line ?? 1} has more than ${RECORD_BYTES_MAX / 1024} KB, or a quote in it is not closed.`,
        { cause: error },
      )
    }
    throw new Refusal(
      'invalid',
      `The file is not valid CSV${line === undefined ? '' : `: line ${line} cannot be read`}. ` +
        'Put a cell with a quote, a line break or the delimiter in quotes, and double the quotes in it.',
      { cause: error },
    )
  }
}

function lineOf(error: unknown): number | undefined {
  const lines = error instanceof Error && 'lines' in error ? error.lines : undefined
  return typeof lines === 'number' ? lines : undefined
}

function decode(bytes: Uint8Array): string {
  try {
    // Removes a byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new Refusal(
      'invalid',
      'The file is not UTF-8. In a spreadsheet program, save it as "CSV UTF-8", or upload the XLSX file.',
      { cause: error },
    )
  }
}
