/** Cells as a line. None can be taken for a formula, and none breaks out of its place. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => (cell === null ? '' : quoted(inert(String(cell))))).join(',')}\r\n`
}

// Programs that show tables take a cell that begins so for something to be run.
const FORMULA = /^[=+\-@\t\r\n]/

function inert(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell
}

function quoted(cell: string): string {
  return /[",\r\n\t]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
