import type { LibraryContents } from './fill/messages.ts'

/** A named partial or asset. Its version is the SHA-256 of its content in hexadecimal digits. */
interface LibraryItem {
  name: string
  contentVersion: string
}

/** A partial that all templates of an account may call. */
export type LibraryPartial = LibraryItem

/** An image or a font that all templates of an account may use. */
export interface LibraryAsset extends LibraryItem {
  contentType: string
  /** Bytes. */
  size: number
}

/** The partials and assets of an account at one point in time. */
export interface LibraryListing {
  partials: readonly LibraryPartial[]
  assets: readonly LibraryAsset[]
  /** @returns `undefined` when it no longer exists */
  readPartial(partial: LibraryPartial, signal: AbortSignal): Promise<string | undefined>
  /** @returns `undefined` when it no longer exists */
  readAsset(asset: LibraryAsset, signal: AbortSignal): Promise<Buffer | undefined>
}

/** Access to an account's library. It is read only for templates that use it. */
export interface Library {
  list(signal: AbortSignal): Promise<LibraryListing>
}

/** An asset with its content. */
export interface AssetContent {
  contentType: string
  base64: string
}

/** The assets of a document, by their URL in it. */
export type Assets = ReadonlyMap<string, AssetContent>

/** An item was replaced or deleted between the listing and the reading. */
export class LibraryChanged extends Error {
  override name = 'LibraryChanged'
}

/** Repeated changes end in an error. */
const ATTEMPTS_MAX = 3

/** Runs `work`, and repeats it when it throws `LibraryChanged`. */
export async function repeatIfLibraryChanges<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof LibraryChanged) || attempt === ATTEMPTS_MAX) throw error
    }
  }
}

/** An empty library. */
export const EMPTY_LIBRARY: Library = {
  list: async () => ({
    partials: [],
    assets: [],
    readPartial: async () => undefined,
    readAsset: async () => undefined,
  }),
}

/** Returns the names and versions of a library for a template host. */
export function libraryContents({ partials, assets }: LibraryListing): LibraryContents {
  const nameAndVersion = ({ name, contentVersion }: LibraryItem): [string, string] => [name, contentVersion]
  return { partials: partials.map(nameAndVersion), assets: assets.map(nameAndVersion) }
}
