/**
 * Formats cells as a line of CSV (RFC 4180). Numbers stay numbers. A text can neither be taken for a formula by a
 * spreadsheet program nor leave its cell.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => (typeof cell === 'string' ? quoted(inert(cell)) : (cell ?? ''))).join(',')}\r\n`
}

/** Characters that begin a formula, with their full-width and small forms, which some programs take for the same. */
const FORMULA = new Set('=＝﹦+＋﹢-－﹣@＠﹫')
/** Characters at which a program may begin another cell, according to its settings. */
const SEPARATOR = new Set(';\t\r\n')
/** White space, and characters that are not shown. */
const BLANK = /[\s\p{C}]/u
/** Matches every text that `inert` changes, and few others. */
const MAY_CHANGE = /^[\s\p{C}]*[=＝﹦+＋﹢\-－﹣@＠﹫]|[;\t\r\n]/u

/** Puts an apostrophe, which marks a text, before each character that a program could take for a formula's first. */
function inert(text: string): string {
  if (!MAY_CHANGE.test(text)) return text
  let isCellStart = true
  const characters = Array.from(text, (character) => {
    const isFormula = isCellStart && FORMULA.has(character)
    isCellStart = SEPARATOR.has(character) || (isCellStart && BLANK.test(character))
    return isFormula ? `'${character}` : character
  })
  // Some programs also run what follows a tab or a line break at the start.
  return `${SEPARATOR.has(text.charAt(0)) ? "'" : ''}${characters.join('')}`
}

function quoted(cell: string): string {
  return /[",;\r\n\t]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
