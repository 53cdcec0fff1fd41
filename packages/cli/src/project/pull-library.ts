import { join } from 'node:path'
import { NotFound, type Platen } from '@platen/client'
import { readText } from '../files.ts'
import { withoutControls, quoteForShell } from '../output/texts.ts'
import { writeLocal } from './local.ts'
import { recordVersions, readVersions } from './manifest.ts'
import {
  ASSETS,
  findLibraryItem,
  type ListedItem,
  type LibraryItem,
  PARTIALS,
  LIBRARY_KINDS,
  libraryItems,
  uniqueItems,
} from './library.ts'
import { mayRefer } from '@platen/template/references'

/** Result of pulling a partial or an asset. */
export interface PulledItem {
  file: string
  kind: 'partial' | 'asset'
  name: string
  /** `keptLocal`: changed only here. `refused`: changed here and in the account, or the file is not from this account. */
  outcome: 'written' | 'unchanged' | 'keptLocal' | 'refused'
  message?: string
}

/** Writes the partials and assets that templates use to files beside them. @throws {PlatenError} @throws {Refusal} */
export async function pullUsedItems(
  client: Platen,
  folder: string,
  templates: readonly string[],
  force: boolean,
  signal: AbortSignal,
): Promise<PulledItem[]> {
  const sources = await Promise.all(
    templates.map(async (file) => ({ file, text: await readText(join(folder, file)) })),
  )
  const using = sources.filter(({ text }) => mayRefer(text))
  if (using.length === 0) return []
  const [partials, assets] = await Promise.all([PARTIALS.list(client, signal), ASSETS.list(client, signal)])
  const read = memoized(async (name) => (await client.partials.get(name, { signal })).content)
  const library = {
    partials: { names: partials.map(({ name }) => name), read },
    assets: assets.map(({ name }) => name),
  }
  const items = await Promise.all(using.map((template) => libraryItems(template, library)))
  return await pullItems(client, folder, uniqueItems(items.flat()), force, signal)
}

/** Writes items to files and records their versions. Does not overwrite local changes, unless forced. */
export async function pullItems(
  client: Platen,
  folder: string,
  items: readonly LibraryItem[],
  force: boolean,
  signal: AbortSignal,
): Promise<PulledItem[]> {
  const done: PulledItem[] = []
  for (const kind of LIBRARY_KINDS) {
    const ofKind = items.filter((item) => item.kind === kind)
    if (ofKind.length === 0) continue
    const [lastVersions, listed] = await Promise.all([
      readVersions(folder, kind.words),
      kind.list(client, signal),
    ])
    for (const item of ofKind) {
      const remote = listed.find(({ name }) => name === item.name)
      done.push(
        await pullItem(
          client,
          folder,
          { item, remote, lastVersion: lastVersions.get(item.file), force },
          signal,
        ),
      )
    }
  }
  return done
}

async function pullItem(
  client: Platen,
  folder: string,
  target: {
    item: LibraryItem
    remote: ListedItem | undefined
    lastVersion: string | undefined
    force: boolean
  },
  signal: AbortSignal,
): Promise<PulledItem> {
  const { item, remote, lastVersion, force } = target
  const { kind, name, file } = item
  const pulled = { file, kind: kind.word, name }
  const record = async (contentVersion: string) => {
    if (lastVersion !== contentVersion)
      await recordVersions(folder, kind.words, new Map([[file, contentVersion]]))
  }
  if (!remote) return { ...pulled, outcome: 'refused', message: missingMessage(item) }
  const local = await findLibraryItem(folder, item)
  if (local?.contentVersion === remote.contentVersion) {
    await record(remote.contentVersion)
    return { ...pulled, outcome: 'unchanged' }
  }
  if (local && !force) {
    if (lastVersion === undefined) return { ...pulled, outcome: 'refused', message: untrackedMessage(item) }
    if (lastVersion === remote.contentVersion) return { ...pulled, outcome: 'keptLocal' }
    if (local.contentVersion !== lastVersion)
      return { ...pulled, outcome: 'refused', message: conflictMessage(item) }
  }
  const fetched = await kind.get(client, name, signal).catch((error: unknown) => {
    if (error instanceof NotFound) return undefined
    throw error
  })
  if (!fetched) return { ...pulled, outcome: 'refused', message: missingMessage(item) }
  await writeLocal(folder, file, fetched.content)
  // Recorded after the file is written. Otherwise a later push could overwrite a version that was never pulled.
  await record(fetched.contentVersion)
  return { ...pulled, outcome: 'written' }
}

function memoized(read: (name: string) => Promise<string>): (name: string) => Promise<string> {
  const known = new Map<string, Promise<string>>()
  return async (name) => {
    const text = known.get(name) ?? read(name)
    known.set(name, text)
    return await text
  }
}

function missingMessage({ kind, name }: LibraryItem): string {
  return `The ${kind.word} "${withoutControls(name)}" does not exist in this account. To show the account: platen whoami.`
}

function untrackedMessage({ kind, name, file }: LibraryItem): string {
  return `${withoutControls(file)} already exists and was not pulled from this account. To overwrite the file: platen ${kind.words} pull ${quoteForShell(name)} --force.`
}

function conflictMessage({ kind, name, file }: LibraryItem): string {
  return `${withoutControls(file)} was changed here and in the account since your last pull. To compare: platen templates diff ${quoteForShell(file)}. To discard your changes: platen ${kind.words} pull ${quoteForShell(name)} --force.`
}
