/** Something of a document that could not be printed as its author meant it. The rest was. */
export interface Warning {
  kind:
    | 'image-missing'
    | 'font-missing'
    | 'font-replaced'
    | 'glyph-missing'
    | 'page-size-ignored'
    | 'content-shrunk'
    | 'content-cut'
    | 'resources-late'
    | 'dialog-dismissed'
    | 'navigation-refused'
    | 'window-refused'
    | 'script-failed'
    | 'request-refused'
  /** What it is about, such as the address of an image. */
  subject: string
  /** How often it happened. */
  count: number
}

/** Notes a warning for the document being printed. */
export type Warn = (kind: Warning['kind'], subject: string) => void

/** How many of a kind are told apart; of more, those that come first are told. */
const OF_A_KIND_MAX = 50
const SUBJECT_LENGTH_MAX = 200

/** Collects warnings, equal ones as one. Their subjects are strangers' texts, and are cut and cleaned. */
export function collectWarnings() {
  const all: Warning[] = []
  return {
    /** In the order in which they came. */
    all,
    add(kind: Warning['kind'], subject: string, count = 1): void {
      const plain = subject
        .slice(0, SUBJECT_LENGTH_MAX)
        .toWellFormed()
        .replace(/\p{Cc}/gu, ' ')
      const ofKind = all.filter((warning) => warning.kind === kind)
      const known = ofKind.find((warning) => warning.subject === plain)
      if (known) known.count += count
      else if (ofKind.length < OF_A_KIND_MAX) all.push({ kind, subject: plain, count })
    },
  }
}

/** The warnings of several documents as those of one. */
export function joinWarnings(warnings: Warning[]): Warning[] {
  const joined = collectWarnings()
  for (const { kind, subject, count } of warnings) joined.add(kind, subject, count)
  return joined.all
}
