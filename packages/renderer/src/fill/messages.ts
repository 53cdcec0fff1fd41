import type { SourcePosition, ValidationProblem } from '@platen/template/refusal'

/** Request to a template host, as plain data. A host sends one response to each. */
export type HostRequest =
  | {
      kind: 'check'
      source: string
      /** For the source of a library partial: its name and the library, to detect recursion. */
      partial?: { name: string; library: LibraryContents }
      sources?: Sources
    }
  | {
      kind: 'fill'
      /** SHA-256 of the source, the key of the compiled template. */
      contentVersion: string
      /** Sent only when a host has requested it. */
      source?: string
      /** Sources of partials, sent only on request. */
      sources?: Sources
      /** Sent only for templates that are known to use the library, or on request. */
      library?: LibraryContents
      /** The JSON text of an array. */
      elements: string
      /** Helpers that fail on their values print nothing, because there are no real data. */
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
      /** True if the caller sent an array, so that paths begin with an element's number. */
      isList: boolean
    }

/** Names and versions of the partials and assets of an account. Names are unique. */
export interface LibraryContents {
  partials: [name: string, version: string][]
  assets: [name: string, version: string][]
}

/** Sources by version. */
export type Sources = Readonly<Record<string, string>>

/** Defaults for formatting dates and numbers, and for upper and lower case. */
export interface Region {
  /** BCP 47: `de-AT`. */
  locale: string
  /** IANA: `Europe/Vienna`. */
  timeZone: string
}

export type HostResponse =
  /** `assets`: names of the assets whose URLs were requested, if any. */
  | { kind: 'done'; html: string[]; assets?: string[] }
  /** The host has not cached the sources of these versions. The request must be repeated with them. */
  | { kind: 'sources needed'; versions: string[] }
  /** The template uses the account's library. The request must be repeated with it. */
  | { kind: 'library needed' }
  /** The first problems of the data, and the number of further ones. */
  | { kind: 'validated'; problems: ValidationProblem[]; more: number }
  /** An error in the template or the data, as a message for the author. */
  | { kind: 'refused'; reason: string; position?: SourcePosition }

/** URL prefix of assets in documents. No server is contacted: the tab answers these requests itself. */
export const ASSETS_URL = 'http://document.invalid/assets/'

/** Returns the URL of an asset in a document. It needs no escaping, and changes with the content. */
export function assetUrl(name: string, version: string): string {
  return `${ASSETS_URL}${version}/${name}`
}
