import type { Page } from './database/pages.ts'

type Cell = string | number | null

const ROWS_AT_ONCE = 1_000

/**
 * Streams a list as CSV (RFC 4180). Reads 1,000 rows at a time, so memory use does not depend on their number.
 * @param columns heading of each column, and the cell of a row in it.
 */
export async function* streamCsv<Row>(
  columns: Readonly<Record<string, (row: Row) => Cell>>,
  readPage: (page: { limit: number; cursor: string | undefined }) => Promise<Page<Row>>,
): AsyncGenerator<string> {
  yield csvLine(Object.keys(columns))
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: Page<Row> = await readPage({ limit: ROWS_AT_ONCE, cursor })
    yield page.rows.map((row) => csvLine(Object.values(columns).map((cell) => cell(row)))).join('')
    cursor = page.nextCursor
  }
}

/**
 * Formats cells as a line of CSV (RFC 4180). Numbers remain numbers. A text can neither be read as a formula by a
 * spreadsheet program nor extend beyond its cell.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map((cell) => (typeof cell === 'string' ? quoted(inert(cell)) : (cell ?? ''))).join(',')}\r\n`
}

/** Characters that start a formula, with full-width and small forms that some programs treat the same. */
const FORMULA = new Set('=＝﹦+＋﹢-－﹣@＠﹫')
/** Characters that can separate cells, depending on a program's settings. */
const SEPARATOR = new Set(';\t\r\n')
/** White space and invisible characters. */
const BLANK = /[\s\p{C}]/u
/** Matches every text that `inert` changes, and few others. */
const MAY_CHANGE = /^[\s\p{C}]*[=＝﹦+＋﹢\-－﹣@＠﹫]|[;\t\r\n]/u

/**
 * Adds an apostrophe, which marks a text, before each character that a program could read as the start of a formula.
 */
function inert(text: string): string {
  if (!MAY_CHANGE.test(text)) return text
  let isCellStart = true
  const characters = Array.from(text, (character) => {
    const isFormula = isCellStart && FORMULA.has(character)
    isCellStart = SEPARATOR.has(character) || (isCellStart && BLANK.test(character))
    return isFormula ? `'${character}` : character
  })
  // Some programs also evaluate what follows a tab or a line break at the start.
  return `${SEPARATOR.has(text.charAt(0)) ? "'" : ''}${characters.join('')}`
}

function quoted(cell: string): string {
  return /[",;\r\n\t]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
