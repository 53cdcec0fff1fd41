import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { basename, join, posix } from 'node:path'
import type { PutOptions, Platen } from '../../../../sdk/src/index.ts'
import { Refusal } from '../../../errors.ts'
import { ASSET_BYTES_MAX, PARTIAL_BYTES_MAX } from '../../../library/limits.ts'
import { requireAssetName, requirePartialName } from '../../../library/names.ts'
import { assetFiles, partialFiles } from '../local/library.ts'
import { readBytes, readText } from '../files.ts'
import { plain } from '../texts.ts'
import { type LibraryNames, usesOf } from './uses.ts'

/** A partial or an asset as it is listed. */
export interface ListedItem {
  name: string
  fileSize: number
  contentVersion: string
  updatedAt: string
}

/** What is in a file, or in the account. */
export interface ItemContent {
  content: string | Uint8Array<ArrayBuffer>
  /** SHA-256 of it, hex. */
  contentVersion: string
}

/** One of the two kinds of what templates share: how it is a file, and how it is kept in the account. */
export interface LibraryKind {
  word: 'partial' | 'asset'
  /** Also the name of the folder beside the templates, and of the section in `platen.json`. */
  words: 'partials' | 'assets'
  /** Largest content that the service stores, in bytes. */
  bytesMax: number
  /** A file that could be one, and how a template then uses it. */
  example: { file: string; used: string }
  fileNameOf(name: string): string
  /** @throws {Refusal} for a file whose name can be none. */
  nameOf(file: string): string
  /** @throws {Refusal} */
  read(path: string): Promise<ItemContent>
  /** Those whose names can be files: what a service says of names must not lead out of the folder. */
  list(client: Platen, signal: AbortSignal): Promise<ListedItem[]>
  get(client: Platen, name: string, signal: AbortSignal): Promise<ItemContent>
  put(client: Platen, name: string, content: ItemContent['content'], options: PutOptions): Promise<ListedItem>
  remove(client: Platen, name: string, signal: AbortSignal): Promise<void>
}

/** A partial or an asset, and the file that it is. */
export interface LibraryItem {
  kind: LibraryKind
  name: string
  /** From the folder on, with slashes. */
  file: string
}

export const PARTIALS: LibraryKind = {
  word: 'partial',
  words: 'partials',
  bytesMax: PARTIAL_BYTES_MAX,
  example: { file: 'letterhead.hbs', used: '{{> letterhead}}' },
  fileNameOf: (name) => `${name}.hbs`,
  nameOf: (file) => named(file, basename(file).replace(/\.hbs$/, ''), requirePartialName),
  async read(path) {
    const text = await readText(path)
    if (text.trim() === '') throw new Refusal('invalid', `${plain(path)} is empty.`)
    return contentOf(text)
  },
  list: async (client, signal) =>
    (await client.partials.list({ signal })).filter(({ name }) => isName(name, requirePartialName)),
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
  nameOf: (file) => named(file, basename(file), requireAssetName),
  read: async (path) => contentOf(new Uint8Array(await readBytes(path))),
  list: async (client, signal) =>
    (await client.assets.list({ signal })).filter(({ name }) => isName(name, requireAssetName)),
  get: async (client, name, signal) => contentOf(await client.assets.get(name, { signal })),
  put: async (client, name, content, options) => {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
    return await client.assets.put(name, bytes, options)
  },
  remove: (client, name, signal) => client.assets.remove(name, { signal }),
}

/** Assets first: what a partial shows is there before it. */
export const LIBRARY_KINDS: readonly LibraryKind[] = [ASSETS, PARTIALS]

/** What is in a part's file; undefined where there is none. @throws {Refusal} for what cannot be read. */
export async function findLibraryItem(
  folder: string,
  { kind, file }: LibraryItem,
): Promise<ItemContent | undefined> {
  const path = join(folder, file)
  return (await stat(path).catch(() => undefined)) ? await kind.read(path) : undefined
}

/** The file of a part that belongs to a template: in `partials/` or `assets/` beside it. */
function partBeside(template: string, kind: LibraryKind, name: string): LibraryItem {
  return { kind, name, file: posix.join(posix.dirname(template), kind.words, kind.fileNameOf(name)) }
}

/** Where the parts of a template are looked for. */
export interface LocalLibrary {
  partials: LibraryNames
  /** Their names. */
  assets: readonly string[]
}

/** The parts beside a template, as files. */
export async function readLocalLibrary(folder: string, template: string): Promise<LocalLibrary> {
  const path = join(folder, template)
  const [partials, assets] = await Promise.all([partialFiles(path), assetFiles(path)])
  const paths = new Map(partials.map((one) => [one.name, one.path]))
  return {
    partials: { names: [...paths.keys()], read: (name) => readText(paths.get(name) ?? '') },
    assets: assets.map(({ name }) => name),
  }
}

/** The parts that a template uses, directly and through its partials, as far as there are such. */
export async function libraryItems(
  { file, text }: { file: string; text: string },
  library: LocalLibrary,
): Promise<LibraryItem[]> {
  const { partials, isShown } = await usesOf(text, library.partials)
  return [
    ...library.assets.filter(isShown).map((name) => partBeside(file, ASSETS, name)),
    ...partials.map((name) => partBeside(file, PARTIALS, name)),
  ]
}

/** Each file once. */
export function uniqueItems(parts: readonly LibraryItem[]): LibraryItem[] {
  return [...new Map(parts.map((part) => [part.file, part])).values()]
}

function contentOf(content: ItemContent['content']): ItemContent {
  return { content, contentVersion: createHash('sha256').update(content).digest('hex') }
}

function isName(name: string, refuse: (name: string) => void): boolean {
  try {
    refuse(name)
    return true
  } catch {
    return false
  }
}

function named(file: string, name: string, refuse: (name: string) => void): string {
  try {
    refuse(name)
    return name
  } catch (error) {
    throw error instanceof Refusal ? new Refusal('invalid', `${plain(file)}: ${error.message}`) : error
  }
}
