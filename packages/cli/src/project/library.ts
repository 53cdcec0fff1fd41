import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { basename, join, posix } from 'node:path'
import type { PutOptions, Platen } from '@platen/client'
import { Refusal } from '@platen/template/refusal'
import { ASSET_BYTES_MAX, PARTIAL_BYTES_MAX } from '@platen/template/library-limits'
import { requireAssetName, requirePartialName } from '@platen/template/library-names'
import { assetFiles, partialFiles } from '../local/library.ts'
import { readBytes, readText } from '../files.ts'
import { withoutControls } from '../output/texts.ts'
import { type LibraryNames, usesOf } from './uses.ts'

/** Partial or asset in a list. */
export interface ListedItem {
  name: string
  fileSize: number
  contentVersion: string
  updatedAt: string
}

/** Content of a partial or an asset, on this machine or in the account. */
export interface ItemContent {
  content: string | Uint8Array<ArrayBuffer>
  /** SHA-256 of the content, in hex. */
  contentVersion: string
}

/** Kind of library item: partial or asset. Defines its files and its calls of the service. */
export interface LibraryKind {
  word: 'partial' | 'asset'
  /** Also the folder beside the templates and the section in `platen.json`. */
  words: 'partials' | 'assets'
  /** Largest content that the service stores, in bytes. */
  bytesMax: number
  /** Example of a file and its use in a template. */
  example: { file: string; used: string }
  fileNameOf(name: string): string
  /** @throws {Refusal} if the file name is not a valid name. */
  nameOf(file: string): string
  /** @throws {Refusal} if the file cannot be used. */
  read(path: string): Promise<ItemContent>
  /** Lists the items whose names are valid file names. A name from the service must not lead out of the folder. */
  list(client: Platen, signal: AbortSignal): Promise<ListedItem[]>
  get(client: Platen, name: string, signal: AbortSignal): Promise<ItemContent>
  put(client: Platen, name: string, content: ItemContent['content'], options: PutOptions): Promise<ListedItem>
  remove(client: Platen, name: string, signal: AbortSignal): Promise<void>
}

/** Partial or asset with its file. */
export interface LibraryItem {
  kind: LibraryKind
  name: string
  /** Path relative to the folder, with slashes. */
  file: string
}

export const PARTIALS: LibraryKind = {
  word: 'partial',
  words: 'partials',
  bytesMax: PARTIAL_BYTES_MAX,
  example: { file: 'letterhead.hbs', used: '{{> letterhead}}' },
  fileNameOf: (name) => `${name}.hbs`,
  nameOf: (file) => checkedName(file, basename(file).replace(/\.hbs$/, ''), requirePartialName),
  async read(path) {
    const text = await readText(path)
    if (text.trim() === '') throw new Refusal('invalid', `${withoutControls(path)} is empty.`)
    return contentOf(text)
  },
  list: async (client, signal) =>
    (await client.partials.list({ signal })).filter(({ name }) => isValidName(name, requirePartialName)),
  get: async (client, name, signal) => contentOf((await client.partials.get(name, { signal })).content),
  put: (client, name, content, options) => client.partials.put(name, String(content), options),
  remove: (client, name, signal) => client.partials.remove(name, { signal }),
}

export const ASSETS: LibraryKind = {
  word: 'asset',
  words: 'assets',
  bytesMax: ASSET_BYTES_MAX,
  example: { file: 'logo.png', used: '{{asset "logo.png"}}' },
  fileNameOf: (name) => name,
  nameOf: (file) => checkedName(file, basename(file), requireAssetName),
  read: async (path) => contentOf(new Uint8Array(await readBytes(path))),
  list: async (client, signal) =>
    (await client.assets.list({ signal })).filter(({ name }) => isValidName(name, requireAssetName)),
  get: async (client, name, signal) => contentOf(await client.assets.get(name, { signal })),
  put: async (client, name, content, options) => {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
    return await client.assets.put(name, bytes, options)
  },
  remove: (client, name, signal) => client.assets.remove(name, { signal }),
}

/** In the order of a push: assets first, because partials use them. */
export const LIBRARY_KINDS: readonly LibraryKind[] = [ASSETS, PARTIALS]

/** Reads the file of an item. `undefined` if it does not exist. @throws {Refusal} if it cannot be read. */
export async function findLibraryItem(
  folder: string,
  { kind, file }: LibraryItem,
): Promise<ItemContent | undefined> {
  const path = join(folder, file)
  return (await stat(path).catch(() => undefined)) ? await kind.read(path) : undefined
}

/** Returns the item of a template with its file: in `partials/` or `assets/` beside the template. */
function itemBeside(template: string, kind: LibraryKind, name: string): LibraryItem {
  return { kind, name, file: posix.join(posix.dirname(template), kind.words, kind.fileNameOf(name)) }
}

/** Partials and assets beside a template. */
export interface LocalLibrary {
  partials: LibraryNames
  /** Names of the assets. */
  assets: readonly string[]
}

/** Reads the partials and assets beside a template. */
export async function readLocalLibrary(folder: string, template: string): Promise<LocalLibrary> {
  const path = join(folder, template)
  const [partials, assets] = await Promise.all([partialFiles(path), assetFiles(path)])
  const paths = new Map(partials.map((one) => [one.name, one.path]))
  return {
    partials: { names: [...paths.keys()], read: (name) => readText(paths.get(name) ?? '') },
    assets: assets.map(({ name }) => name),
  }
}

/** Returns the existing items that a template uses, directly and through partials. */
export async function libraryItems(
  { file, text }: { file: string; text: string },
  library: LocalLibrary,
): Promise<LibraryItem[]> {
  const { partials, usesAsset } = await usesOf(text, library.partials)
  return [
    ...library.assets.filter(usesAsset).map((name) => itemBeside(file, ASSETS, name)),
    ...partials.map((name) => itemBeside(file, PARTIALS, name)),
  ]
}

/** Removes items with the same file. */
export function uniqueItems(items: readonly LibraryItem[]): LibraryItem[] {
  return [...new Map(items.map((item) => [item.file, item])).values()]
}

function contentOf(content: ItemContent['content']): ItemContent {
  return { content, contentVersion: createHash('sha256').update(content).digest('hex') }
}

function isValidName(name: string, requireName: (name: string) => void): boolean {
  try {
    requireName(name)
    return true
  } catch {
    return false
  }
}

function checkedName(file: string, name: string, requireName: (name: string) => void): string {
  try {
    requireName(name)
    return name
  } catch (error) {
    throw error instanceof Refusal
      ? new Refusal('invalid', `${withoutControls(file)}: ${error.message}`)
      : error
  }
}
