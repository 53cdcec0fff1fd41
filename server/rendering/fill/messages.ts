import type { SourceLocation, Problem } from '../../errors.ts'

/** What the service asks of a template host, and what it answers: plain data, one answer a question. */
export type HostRequest =
  | {
      kind: 'check'
      source: string
      /** Where the source is to be a shared partial: its name and those that there are, so that none calls itself. */
      partial?: { name: string; shared: LibraryContents }
      sources?: Sources
    }
  | {
      kind: 'fill'
      /** SHA-256 of the source: the compiled template is remembered under it. */
      contentVersion: string
      /** Only sent when a host has asked for it. */
      source?: string
      /** Those of partials; the same. */
      sources?: Sources
      /** Only sent for templates that are known to use it, or when a host has asked for it. */
      shared?: LibraryContents
      /** The JSON text of an array. */
      elements: string
      /** A helper that cannot work with what it is given prints nothing then: there is no real data. */
      isPreview?: boolean
      region?: Region
    }
  | { kind: 'check schema'; schema: string }
  | {
      kind: 'validate'
      schema: string
      /** SHA-256 of the schema. */
      version: string
      /** The JSON text of an array. */
      elements: string
      /** Whether that array is what the caller sent, so that paths begin with an element's number. */
      isList: boolean
    }

/** What the templates of an account share, by name and version; no name twice. */
export interface LibraryContents {
  partials: [name: string, version: string][]
  assets: [name: string, version: string][]
}

/** Sources by their versions. */
export type Sources = Readonly<Record<string, string>>

/** How dates, numbers and letters are written where a template does not say it. */
export interface Region {
  /** BCP 47: `de-AT`. */
  locale: string
  /** IANA: `Europe/Vienna`. */
  timeZone: string
}

export type HostResponse =
  /** `assets`: the names of those whose addresses were asked for, if any. */
  | { kind: 'done'; html: string[]; assets?: string[] }
  /** It has not compiled these versions, or not kept them; what was sent so far is to be sent again. */
  | { kind: 'sources needed'; versions: string[] }
  /** The template uses what its account shares. */
  | { kind: 'shared needed' }
  /** What a schema has found in data, the first of it, and how much more there is. */
  | { kind: 'validated'; problems: Problem[]; more: number }
  /** The template's or the data's fault, in words for their author. */
  | { kind: 'refused'; reason: string; place?: SourceLocation }

/**
 * Where documents find assets. Nobody is asked for it: the tab that shows a document answers it itself, with what that
 * document was given.
 */
export const ASSETS_URL = 'http://document.invalid/assets/'

/** The address of an asset in a document. It needs no escaping anywhere, and changes with the content. */
export function addressOf(name: string, version: string): string {
  return `${ASSETS_URL}${version}/${name}`
}
