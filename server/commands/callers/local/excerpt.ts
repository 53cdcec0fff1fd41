/** The lines of a source around a place in it. */
export interface Excerpt {
  lines: { number: number; text: string }[]
  /** Which of them it is about, and where in what is shown of it, from 1 on. */
  line: number
  column: number
}

const LINES_AROUND = 2
const LINE_LENGTH_MAX = 160

/** @param position counted from 1 on; what lies outside of the source is drawn to its nearest end. */
export function excerptOf(source: string, position: { line: number; column: number }): Excerpt {
  const all = source.split(/\r\n|\r|\n/)
  const line = Math.min(Math.max(1, position.line), all.length)
  const first = Math.max(1, line - LINES_AROUND)
  const around = all.slice(first - 1, line + LINES_AROUND)
  // A line may be megabytes long: all are shown from where the place is.
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

/** An excerpt for a terminal, with an arrow under the place. */
export function excerptAsText({ lines, line, column }: Excerpt): string {
  const width = String(lines.at(-1)?.number ?? 0).length
  return lines
    .flatMap(({ number, text }) => [
      `${String(number).padStart(width)} | ${text}`,
      ...(number === line ? [`${' '.repeat(width)} | ${' '.repeat(column - 1)}^`] : []),
    ])
    .join('\n')
}
