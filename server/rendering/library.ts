import type { LibraryContents } from './fill/messages.ts'

/** A partial or an asset as it is named in templates. Its version is the SHA-256 of its content, hex. */
interface SharedItem {
  name: string
  contentVersion: string
}

/** A partial that all templates of an account may call. */
export type LibraryPartial = SharedItem

/** A picture or a font that all templates of an account may show. */
export interface LibraryAsset extends SharedItem {
  contentType: string
  /** Bytes. */
  size: number
}

/** What the templates of an account share, at one moment. */
export interface LibraryListing {
  partials: readonly LibraryPartial[]
  assets: readonly LibraryAsset[]
  /** @returns undefined where it has gone since. */
  source(partial: LibraryPartial, signal: AbortSignal): Promise<string | undefined>
  /** @returns undefined where it has gone since. */
  bytes(asset: LibraryAsset, signal: AbortSignal): Promise<Buffer | undefined>
}

/** Where what is shared is kept. It is only looked at for templates that use it. */
export interface Library {
  look(signal: AbortSignal): Promise<LibraryListing>
}

/** An asset with its content. */
export interface AssetContent {
  contentType: string
  base64: string
}

/** The assets of a document, by the address that they have in it. */
export type Assets = ReadonlyMap<string, AssetContent>

/** Something was replaced or deleted between the look at what there is and the reading of it. */
export class LibraryChanged extends Error {
  override name = 'LibraryChanged'
}

/** The library that is empty. */
export const EMPTY_LIBRARY: Library = {
  look: async () => ({
    partials: [],
    assets: [],
    source: async () => undefined,
    bytes: async () => undefined,
  }),
}

/** What a template host is told of a shelf. */
export function namesOn({ partials, assets }: LibraryListing): LibraryContents {
  const nameAndVersion = ({ name, contentVersion }: SharedItem): [string, string] => [name, contentVersion]
  return { partials: partials.map(nameAndVersion), assets: assets.map(nameAndVersion) }
}
