import { join } from 'node:path'
import { NotFound, type Platen } from '../../../../sdk/src/index.ts'
import { readText } from '../files.ts'
import { plain, word } from '../texts.ts'
import { writeLocal } from './local.ts'
import { noteSeen, readSeen } from './manifest.ts'
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
import { mayUse } from './uses.ts'

/** What pulling a partial or an asset has done. */
export interface PulledItem {
  file: string
  kind: 'partial' | 'asset'
  name: string
  /** `kept`: changed here and not there. `refused`: changed in both places, or another file is in the way. */
  outcome: 'written' | 'unchanged' | 'kept' | 'refused'
  message?: string
}

/** Writes what templates in these files use of the account, beside them. @throws {PlatenError} @throws {Refusal} */
export async function pullUsed(
  client: Platen,
  folder: string,
  templates: readonly string[],
  force: boolean,
  signal: AbortSignal,
): Promise<PulledItem[]> {
  const sources = await Promise.all(
    templates.map(async (file) => ({ file, text: await readText(join(folder, file)) })),
  )
  const using = sources.filter(({ text }) => mayUse(text))
  if (using.length === 0) return []
  const [partials, assets] = await Promise.all([PARTIALS.list(client, signal), ASSETS.list(client, signal)])
  const read = remembered(async (name) => (await client.partials.get(name, { signal })).content)
  const stock = {
    partials: { names: partials.map(({ name }) => name), read },
    assets: assets.map(({ name }) => name),
  }
  const parts = await Promise.all(using.map((template) => libraryItems(template, stock)))
  return await pullItems(client, folder, uniqueItems(parts.flat()), force, signal)
}

/** Writes parts into their files and notes their versions. What was changed here is not overwritten, unless forced. */
export async function pullItems(
  client: Platen,
  folder: string,
  parts: readonly LibraryItem[],
  force: boolean,
  signal: AbortSignal,
): Promise<PulledItem[]> {
  const done: PulledItem[] = []
  for (const kind of LIBRARY_KINDS) {
    const ofKind = parts.filter((part) => part.kind === kind)
    if (ofKind.length === 0) continue
    const [seenOf, listed] = await Promise.all([readSeen(folder, kind.words), kind.list(client, signal)])
    for (const part of ofKind) {
      const there = listed.find(({ name }) => name === part.name)
      done.push(await pullPart(client, folder, { part, there, seen: seenOf.get(part.file), force }, signal))
    }
  }
  return done
}

async function pullPart(
  client: Platen,
  folder: string,
  one: { part: LibraryItem; there: ListedItem | undefined; seen: string | undefined; force: boolean },
  signal: AbortSignal,
): Promise<PulledItem> {
  const { part, there, seen, force } = one
  const { kind, name, file } = part
  const pulled = { file, kind: kind.word, name }
  const note = async (contentVersion: string) => {
    if (seen !== contentVersion) await noteSeen(folder, kind.words, new Map([[file, contentVersion]]))
  }
  if (!there) return { ...pulled, outcome: 'refused', message: gone(part) }
  const here = await findLibraryItem(folder, part)
  if (here?.contentVersion === there.contentVersion) {
    await note(there.contentVersion)
    return { ...pulled, outcome: 'unchanged' }
  }
  if (here && !force) {
    if (seen === undefined) return { ...pulled, outcome: 'refused', message: inTheWay(part) }
    if (seen === there.contentVersion) return { ...pulled, outcome: 'kept' }
    if (here.contentVersion !== seen) return { ...pulled, outcome: 'refused', message: changedTwice(part) }
  }
  const found = await kind.get(client, name, signal).catch((error: unknown) => {
    if (error instanceof NotFound) return undefined
    throw error
  })
  if (!found) return { ...pulled, outcome: 'refused', message: gone(part) }
  await writeLocal(folder, file, found.content)
  // After the file: a version that is noted before it is there would let a push overwrite what was never seen.
  await note(found.contentVersion)
  return { ...pulled, outcome: 'written' }
}

function remembered(read: (name: string) => Promise<string>): (name: string) => Promise<string> {
  const known = new Map<string, Promise<string>>()
  return async (name) => {
    const text = known.get(name) ?? read(name)
    known.set(name, text)
    return await text
  }
}

function gone({ kind, name }: LibraryItem): string {
  return `There is no ${kind.word} "${plain(name)}" in this account (any more). "platen whoami" says whose key this is.`
}

function inTheWay({ kind, name, file }: LibraryItem): string {
  return `${plain(file)} is there already, and is not known to be the ${kind.word} of the account. "platen ${kind.words} pull ${word(name)} --force" overwrites the file.`
}

function changedTwice({ kind, name, file }: LibraryItem): string {
  return `${plain(file)} was changed here, and the ${kind.word} there. "platen templates diff ${word(file)}" shows how; "platen ${kind.words} pull ${word(name)} --force" drops what was changed here.`
}
