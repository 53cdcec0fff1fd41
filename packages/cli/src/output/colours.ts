/** Colour or weight of a text on a terminal. */
export type Format = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

/** Adds a format to a text, if the stream shows colours: it is a terminal, and NO_COLOR is not set. */
export type Paint = (format: Format, text: string, stream: 'stdout' | 'stderr') => string

/** Formats of a result. They are added after control characters are removed, so that data cannot add its own. */
export interface ResultFormats {
  /** True if the first line is the header of a table. */
  hasHeader?: boolean
  /** Formats of words, such as a status. */
  words?: Readonly<Record<string, Format>>
}

/** Formats of the states of jobs, deliveries and calls. */
export const STATE_FORMATS = {
  completed: 'green',
  delivered: 'green',
  processing: 'yellow',
  pending: 'yellow',
  failed: 'red',
} as const satisfies Record<string, Format>

/** Formats of the outcomes of a push or a pull. */
export const OUTCOME_FORMATS = {
  created: 'green',
  updated: 'green',
  wrote: 'green',
  saved: 'green',
  refused: 'red',
  'Warning:': 'yellow',
} as const satisfies Record<string, Format>

/** Adds the formats of a result to its text. */
export function paintResult(
  text: string,
  { hasHeader = false, words = {} }: ResultFormats,
  paint: Paint,
): string {
  return text
    .split('\n')
    .map((line, index) => {
      if (hasHeader && index === 0) return paint('bold', line, 'stdout')
      return line
        .split(/( )/)
        .map((word) => {
          const format = Object.hasOwn(words, word) ? words[word] : undefined
          return format ? paint(format, word, 'stdout') : word
        })
        .join('')
    })
    .join('\n')
}
