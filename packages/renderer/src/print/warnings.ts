/** A part of a document that could not be printed as intended. The rest of the document was printed. */
export interface Warning {
  kind:
    | 'image-missing'
    | 'font-missing'
    | 'font-replaced'
    | 'glyph-missing'
    | 'page-size-ignored'
    | 'content-shrunk'
    | 'content-cut'
    | 'alternative-text-missing'
    | 'heading-skipped'
    | 'language-missing'
    | 'contrast-low'
    | 'resources-late'
    | 'dialog-dismissed'
    | 'navigation-refused'
    | 'window-refused'
    | 'script-failed'
    | 'request-refused'
  /** The cause, for example the address of an image. */
  subject: string
  /** Number of occurrences. */
  count: number
}

/** Adds a warning to the document that is being printed. */
export type Warn = (kind: Warning['kind'], subject: string) => void

/** Limit on warnings of one kind. Later ones are dropped. */
const PER_KIND_MAX = 50
const SUBJECT_LENGTH_MAX = 200

/** Collects warnings and counts equal ones. Subjects come from documents, so they are truncated and cleaned. */
export function collectWarnings() {
  const all: Warning[] = []
  return {
    /** The warnings in the order of their first occurrence. */
    all,
    add(kind: Warning['kind'], subject: string, count = 1): void {
      const plain = subject
        .slice(0, SUBJECT_LENGTH_MAX)
        .toWellFormed()
        .replace(/\p{Cc}/gu, ' ')
      const ofKind = all.filter((warning) => warning.kind === kind)
      const known = ofKind.find((warning) => warning.subject === plain)
      if (known) known.count += count
      else if (ofKind.length < PER_KIND_MAX) all.push({ kind, subject: plain, count })
    },
  }
}

/** Merges the warnings of several documents. */
export function mergeWarnings(warnings: Warning[]): Warning[] {
  const joined = collectWarnings()
  for (const { kind, subject, count } of warnings) joined.add(kind, subject, count)
  return joined.all
}
