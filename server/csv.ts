/**
 * Formats cells as a line of CSV (RFC 4180). Numbers stay numbers. A text cannot become a formula in a spreadsheet
 * program, and cannot leave its cell.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => (typeof cell === 'string' ? quoted(inert(cell)) : (cell ?? ''))).join(',')}\r\n`
}

/** Characters that start a formula, with their full-width and small forms, which some programs treat alike. */
const FORMULA = new Set('=＝﹦+＋﹢-－﹣@＠﹫')
/** Characters that some programs treat as cell separators, depending on their settings. */
const SEPARATOR = new Set(';\t\r\n')
/** White space, and invisible characters. */
const BLANK = /[\s\p{C}]/u
/** Matches every text that `inert` changes, and few others. */
const MAY_CHANGE = /^[\s\p{C}]*[=＝﹦+＋﹢\-－﹣@＠﹫]|[;\t\r\n]/u

/**
 * Puts an apostrophe, which marks a text, before each character that a program could take for the start of a formula.
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
