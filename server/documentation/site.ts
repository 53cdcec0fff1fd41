import { access, readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { CONTENTS, type Entry, type Section } from './contents.ts'
import type { Rendered } from './markdown.ts'
import { find, type Found, indexOf } from './search.ts'

const ROOT = new URL('../../', import.meta.url)
const PICTURES = 'docs/pictures/'

/** The documentation of this version, as the files of the repository have it. */
export interface Site {
  /** What there is, in the order in which it is read. */
  contents(): Promise<readonly Section[]>
  /** Undefined where there is no such page. */
  page(name: string): Promise<Page | undefined>
  search(words: string): Promise<readonly Found[]>
}

export interface Page extends Rendered {
  entry: Entry
  /** The Markdown. */
  text: string
  /** Its neighbours. */
  before: Entry | undefined
  after: Entry | undefined
}

/** Nothing is read before it is asked for, and nothing twice. */
export function openSite(sections: readonly Section[] = CONTENTS): Site {
  const contents = once(() => present(sections))
  const entries = once(async () => (await contents()).flatMap((section) => section.entries))
  const pages = new Map<string, Promise<Page>>()

  const page = async (name: string) => {
    const all = await entries()
    const at = all.findIndex((entry) => entry.name === name)
    const entry = all[at]
    if (!entry) return undefined
    const known = pages.get(name) ?? read(entry, { all, before: all[at - 1], after: all[at + 1] })
    pages.set(name, known)
    return await known
  }
  const index = once(async () => {
    const found: Page[] = []
    // One after the other, so that calls come in between.
    for (const { name } of await entries()) {
      const one = await page(name)
      if (one) found.push(one)
    }
    return indexOf(found)
  })
  return { contents, page, search: async (words) => find(words, await index()) }
}

/** The address of a page, below the service's own. */
export function addressOf({ name }: Entry): string {
  return name === '' ? '/docs' : `/docs/${name}`
}

/** The contents without what this installation does not have. */
async function present(sections: readonly Section[]): Promise<Section[]> {
  const found = await Promise.all(
    sections.map(async (section) => {
      const there = await Promise.all(section.entries.map(({ file }) => isThere(file)))
      return { ...section, entries: section.entries.filter((_entry, index) => there[index]) }
    }),
  )
  return found.filter(({ entries }) => entries.length > 0)
}

async function isThere(file: string): Promise<boolean> {
  return await access(new URL(file, ROOT)).then(
    () => true,
    () => false,
  )
}

async function read(
  entry: Entry,
  { all, before, after }: { all: readonly Entry[]; before: Entry | undefined; after: Entry | undefined },
): Promise<Page> {
  // Loaded by the first page that is asked for: most processes never show one.
  const { renderMarkdown } = await import('./markdown.ts')
  const text = await readFile(new URL(entry.file, ROOT), 'utf8')
  const rendered = renderMarkdown(text, (target) => whereLeads(target, entry.file, all))
  return { ...rendered, entry, text, before, after }
}

/** Where a link of a page leads on the service: to a page, a picture, out, or (undefined) nowhere. */
function whereLeads(target: string, from: string, all: readonly Entry[]): string | undefined {
  if (target.startsWith('#') || /^(?:https?|mailto):/.test(target)) return target
  const [path = '', fragment] = target.split('#', 2)
  const file = posix.join(posix.dirname(from), path)
  if (file.startsWith(PICTURES)) return `/docs/pictures/${file.slice(PICTURES.length)}`
  const entry = all.find((one) => one.file === file)
  if (!entry) return undefined
  return fragment === undefined ? addressOf(entry) : `${addressOf(entry)}#${fragment}`
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => (made ??= make())
}
