/** Lines of a source around a position. */
export interface Excerpt {
  lines: { number: number; text: string }[]
  /** Line number and column of the position within the excerpt, from 1. */
  line: number
  column: number
}

const LINES_AROUND = 2
const LINE_LENGTH_MAX = 160

/**
 * Returns the lines around a position.
 * @param position line and column, from 1. A position outside of the source is moved to its nearest end.
 */
export function excerptOf(source: string, position: { line: number; column: number }): Excerpt {
  const all = source.split(/\r\n|\r|\n/)
  const line = Math.min(Math.max(1, position.line), all.length)
  const first = Math.max(1, line - LINES_AROUND)
  const around = all.slice(first - 1, line + LINES_AROUND)
  // A line may have megabytes. All lines are cut to the columns around the position.
  const from = position.column > LINE_LENGTH_MAX ? position.column - LINE_LENGTH_MAX / 2 : 0
  const lines = around.map((text, index) => ({
    number: first + index,
    text: text
      .slice(from, from + LINE_LENGTH_MAX)
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, ' '),
  }))
  return { lines, line, column: Math.max(1, position.column - from) }
}

/** Formats an excerpt for a terminal, with an arrow below the position. */
export function excerptAsText({ lines, line, column }: Excerpt): string {
  const width = String(lines.at(-1)?.number ?? 0).length
  return lines
    .flatMap(({ number, text }) => [
      `${String(number).padStart(width)} | ${text}`,
      ...(number === line ? [`${' '.repeat(width)} | ${' '.repeat(column - 1)}^`] : []),
    ])
    .join('\n')
}
