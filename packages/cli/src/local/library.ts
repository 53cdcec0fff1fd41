import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Refusal } from '@platen/template/refusal'
import { detectAssetType } from '@platen/template/asset-types'
import { requireAssetName, requirePartialName } from '@platen/template/library-names'
import type { Library, LibraryAsset, LibraryPartial } from '@platen/renderer/service'
import { readText } from '../files.ts'

interface Local<Item> {
  item: Item
  path: string
}

/** Extensions of assets. Other files in the folder are ignored. */
const ASSET = /\.(png|jpe?g|gif|webp|svg|ttf|otf|woff2?)$/i

/**
 * Returns the partials and assets beside a template: `partials/letterhead.hbs` and `assets/logo.png`. Files whose names
 * are not valid for partials or assets are ignored.
 */
export function libraryBeside(template: string): Library {
  return {
    async list() {
      const partials = await Promise.all((await partialFiles(template)).map(partialIn))
      const assets = await Promise.all((await assetFiles(template)).map(assetIn))
      return {
        partials: partials.map(({ item }) => item),
        assets: assets.map(({ item }) => item),
        readPartial: async ({ name }) => await read(partials, name, readText),
        readAsset: async ({ name }) => await read(assets, name, (path) => readFile(path)),
      }
    },
  }
}

/** Returns the folders and files of a template's library, to watch them. */
export async function libraryFiles(template: string): Promise<string[]> {
  const files = [...(await partialFiles(template)), ...(await assetFiles(template))]
  return [...['partials', 'assets'].map((kind) => folderOf(template, kind)), ...files.map(({ path }) => path)]
}

/** File of a partial or an asset. */
export interface LibraryFile {
  name: string
  path: string
}

/** Lists the partials beside a template. */
export async function partialFiles(template: string): Promise<LibraryFile[]> {
  const files = await filesIn(folderOf(template, 'partials'))
  return files
    .flatMap(({ name, path }) =>
      name.endsWith('.hbs') ? [{ name: name.slice(0, -'.hbs'.length), path }] : [],
    )
    .filter(({ name }) => isValidName(name, requirePartialName))
}

/** Lists the assets beside a template. */
export async function assetFiles(template: string): Promise<LibraryFile[]> {
  const files = await filesIn(folderOf(template, 'assets'))
  return files.filter(({ name }) => ASSET.test(name) && isValidName(name, requireAssetName))
}

function folderOf(template: string, kind: string): string {
  return join(dirname(template), kind)
}

async function filesIn(folder: string): Promise<LibraryFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => !entry.isDirectory())
    .map(({ name }) => ({ name, path: join(folder, name) }))
}

function isValidName(name: string, requireName: (name: string) => void): boolean {
  try {
    requireName(name)
    return true
  } catch {
    return false
  }
}

async function partialIn({ name, path }: LibraryFile): Promise<Local<LibraryPartial>> {
  return { path, item: { name, contentVersion: versionOf(await readText(path)) } }
}

/** @throws {Refusal} with the file name if the content is not a valid asset. */
async function assetIn({ name, path }: LibraryFile): Promise<Local<LibraryAsset>> {
  const bytes = await readFile(path)
  try {
    const contentType = detectAssetType(bytes, undefined)
    return { path, item: { name, contentType, contentVersion: versionOf(bytes), size: bytes.length } }
  } catch (error) {
    throw error instanceof Refusal ? new Refusal(error.kind, `${path}: ${error.message}`) : error
  }
}

async function read<Content>(
  all: Local<{ name: string }>[],
  name: string,
  reading: (path: string) => Promise<Content>,
): Promise<Content | undefined> {
  const match = all.find(({ item }) => item.name === name)
  return match && (await reading(match.path))
}

function versionOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
