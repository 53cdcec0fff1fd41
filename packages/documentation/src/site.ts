import { access, readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { CONTENTS, type Entry, type Section } from './contents.ts'
import { PAGES } from './files.ts'
import type { CodeOptions } from './code-blocks.ts'
import type { Rendered } from './markdown.ts'
import { type IndexedPage, rankPassages, type SearchResult } from './page/ranking.js'
import { indexPages } from './search.ts'

const PICTURES = 'docs/pictures/'

/** The documentation of this version, from its Markdown files. */
export interface Site {
  /** Returns the contents in reading order. */
  contents(): Promise<readonly Section[]>
  /** Returns a page, or `undefined` when it does not exist. */
  page(name: string): Promise<Page | undefined>
  /** Returns the search index of all pages. */
  index(): Promise<readonly IndexedPage[]>
  /** Returns the passages that contain all words, at most 30. */
  search(words: string): Promise<readonly SearchResult[]>
}

/** A page of the documentation. */
export interface Page extends Rendered {
  entry: Entry
  /** The Markdown. */
  text: string
  previous: Entry | undefined
  next: Entry | undefined
}

/** Opens the documentation. Files are read on first use and cached. */
export function openSite(options: CodeOptions = {}): Site {
  const contents = once(() => installedSections(CONTENTS))
  const entries = once(async () => (await contents()).flatMap((section) => section.entries))
  const pages = new Map<string, Promise<Page>>()

  const page = async (name: string) => {
    const all = await entries()
    const at = all.findIndex((entry) => entry.name === name)
    const entry = all[at]
    if (!entry) return undefined
    const loading =
      pages.get(name) ?? loadPage(entry, { all, previous: all[at - 1], next: all[at + 1] }, options)
    pages.set(name, loading)
    return await loading
  }
  const index = once(async () => {
    const loaded: { page: Page; forContributors: boolean }[] = []
    // One page at a time, so that other requests are served in between.
    for (const { entries: listed, forContributors = false } of await contents()) {
      for (const { name } of listed) {
        const one = await page(name)
        if (one) loaded.push({ page: one, forContributors })
      }
    }
    return indexPages(loaded)
  })
  return { contents, page, index, search: async (words) => rankPassages(words, await index()) }
}

/** Returns the path of a page. */
export function addressOf({ name }: Entry): string {
  return name === '' ? '/docs' : `/docs/${name}`
}

/** Returns the name of the page with a path. */
export function nameAt(address: string): string {
  return address.slice('/docs/'.length)
}

/** Returns the contents without the pages whose files are not installed. */
async function installedSections(sections: readonly Section[]): Promise<Section[]> {
  const available = await Promise.all(
    sections.map(async (section) => {
      const isInstalled = await Promise.all(section.entries.map(({ file }) => fileExists(file)))
      return { ...section, entries: section.entries.filter((_entry, index) => isInstalled[index]) }
    }),
  )
  return available.filter(({ entries }) => entries.length > 0)
}

async function fileExists(file: string): Promise<boolean> {
  return await access(new URL(file, PAGES)).then(
    () => true,
    () => false,
  )
}

async function loadPage(
  entry: Entry,
  { all, previous, next }: { all: readonly Entry[]; previous: Entry | undefined; next: Entry | undefined },
  options: CodeOptions,
): Promise<Page> {
  // Imported on first use, because most processes never show a page.
  const { renderMarkdown } = await import('./markdown.ts')
  const text = await readFile(new URL(entry.file, PAGES), 'utf8')
  const rendered = renderMarkdown(text, (target) => resolveLink(target, entry.file, all), options)
  return { ...rendered, entry, text, previous, next }
}

/** Returns the address of a link on the service: a page, an image or an external URL. `undefined` when it is not served. */
function resolveLink(target: string, from: string, all: readonly Entry[]): string | undefined {
  if (target.startsWith('#') || /^(?:https?|mailto):/.test(target)) return target
  const [path = '', fragment] = target.split('#', 2)
  const file = posix.join(posix.dirname(from), path)
  if (file.startsWith(PICTURES)) return `/docs/pictures/${file.slice(PICTURES.length)}`
  const entry = all.find((one) => one.file === file)
  if (!entry) return undefined
  return fragment === undefined ? addressOf(entry) : `${addressOf(entry)}#${fragment}`
}

/** Returns a function that calls `load` once and caches its result. */
function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined
  return () => (value ??= load())
}
