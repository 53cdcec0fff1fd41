/** What the service asks of a template host, and what it answers: plain JSON, one answer a question. */
export type Question =
  | { kind: 'check'; source: string }
  | {
      kind: 'fill'
      /** SHA-256 of the source: the compiled template is remembered under it. */
      contentVersion: string
      /** Only sent when a host has asked for it. */
      source?: string
      /** The JSON text of an array. */
      elements: string
      /** A helper that cannot work with what it is given prints nothing then: there is no real data. */
      isPreview?: boolean
    }

export type Answer =
  | { kind: 'done'; html: string[] }
  /** It has not compiled this version, or not kept it. */
  | { kind: 'source needed' }
  /** The template's or the data's fault, in words for their author. */
  | { kind: 'refused'; reason: string }

/** The first message of a host: it has loaded everything and given up every right that it does not need. */
export const READY = 'ready'
