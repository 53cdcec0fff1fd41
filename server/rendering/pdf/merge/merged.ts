import { dictionaryAt, type PdfFile } from '../objects/read.ts'
import { textOf } from '../objects/syntax.ts'
import type { NumberedObjects } from '../objects/write.ts'

// Two roles of Chromium's are new in PDF 2.0; readers of 1.7 are told what they come closest to.
const ROLE_MAP = '/RoleMap <</Em /Span /Strong /Span>>'
/** Characters of a title; readers show it in a line. */
const TITLE_LENGTH_MAX = 1_024

/** What the merged document has one of, collected from its parts. */
export interface Merged {
  objects: NumberedObjects
  /** Numbers of the objects that may be the same in several parts, by text and, where there is one, stream. */
  shared: Map<string, number>
  last: number
  pages: number
  /** The parent of every part's outermost element. */
  structure: number
  outlines: number
  pageTrees: { number: number; count: number }[]
  elements: string[]
  parents: string[]
  parentKeys: number
  /** Names of elements and the elements, in the order of the names. */
  identifiers: string[]
  identified: number
  destinations: string[]
  outline: { first: number; last: number; count: number }[]
}

/** A document of no parts yet; the numbers that it has one of are given away first. */
export function startMerging(): Merged {
  return {
    objects: new Map(),
    shared: new Map(),
    last: 3,
    pages: 1,
    structure: 2,
    outlines: 3,
    pageTrees: [],
    elements: [],
    parents: [],
    parentKeys: 0,
    identifiers: [],
    identified: 0,
    destinations: [],
    outline: [],
  }
}

/** Writes what holds all parts together: page tree, structure, outline, destinations, title. @returns where to begin. */
export function writeRoots(merged: Merged, first: PdfFile): { catalog: number; info: number } {
  const { objects, outline } = merged
  const kept = dictionaryAt(first, first.catalog)
  const catalog = ['/Type /Catalog', `/Pages ${merged.pages} 0 R`]
  // The first element may be a blank page, the only one without tags.
  if (merged.elements.length > 0) catalog.push('/MarkInfo <</Marked true>>')
  for (const key of ['/Lang', '/ViewerPreferences']) {
    const value = kept.get(key)
    if (value !== undefined) catalog.push(`${key} ${textOf(value)}`)
  }
  objects.set(merged.pages, {
    text: dictionary([
      '/Type /Pages',
      `/Count ${merged.pageTrees.reduce((sum, tree) => sum + tree.count, 0)}`,
      `/Kids [${merged.pageTrees.map((tree) => `${tree.number} 0 R`).join(' ')}]`,
    ]),
  })
  if (merged.destinations.length > 0) catalog.push(`/Dests ${dictionary(merged.destinations)}`)
  if (merged.elements.length > 0) {
    const root = merged.pageTrees.length === 1 ? merged.structure : wrapElements(merged)
    catalog.push(`/StructTreeRoot ${root} 0 R`)
    const entries = [
      '/Type /StructTreeRoot',
      `/K [${merged.elements.join(' ')}]`,
      `/ParentTree ${dictionary([`/Nums [${merged.parents.join(' ')}]`])}`,
      `/ParentTreeNextKey ${merged.parentKeys}`,
      ROLE_MAP,
    ]
    if (merged.identifiers.length > 0)
      entries.push(`/IDTree ${dictionary([`/Names [${merged.identifiers.join(' ')}]`])}`)
    objects.set(root, { text: dictionary(entries) })
  }
  const [top, bottom] = [outline[0], outline.at(-1)]
  if (top && bottom) {
    catalog.push(`/Outlines ${merged.outlines} 0 R`)
    const count = outline.reduce((sum, entry) => sum + entry.count, 0)
    const entries = [
      '/Type /Outlines',
      `/First ${top.first} 0 R`,
      `/Last ${bottom.last} 0 R`,
      `/Count ${count}`,
    ]
    objects.set(merged.outlines, { text: dictionary(entries) })
  }
  const title = dictionaryAt(first, first.info).get('/Title')
  const roots = { catalog: (merged.last += 1), info: (merged.last += 1) }
  objects.set(roots.catalog, { text: dictionary(catalog) })
  objects.set(roots.info, {
    text: dictionary([
      ...(title === undefined ? [] : [`/Title ${shortened(textOf(title))}`]),
      '/Producer (Platen)',
    ]),
  })
  return roots
}

/** Cuts a string of any of the forms in which Chromium writes them: two bytes a character in hexadecimal, or as it is. */
function shortened(title: string): string {
  if (title.startsWith('<')) {
    const mark = 'FEFF'.length
    // Half of a pair is no character.
    const kept = title.slice(1, -1).slice(0, mark + 4 * TITLE_LENGTH_MAX)
    return `<${kept.replace(/D[89AB][0-9A-F]{2}$/i, '')}>`
  }
  // No character takes more than four, as \050 does: what is behind them is never looked at.
  const characters = title
    .slice(1, -1)
    .slice(0, 4 * TITLE_LENGTH_MAX)
    .match(/\\[0-7]{3}|\\[^]|[^\\]/g)
  return `(${characters?.slice(0, TITLE_LENGTH_MAX).join('') ?? ''})`
}

/** A tagged document has one outermost element; the parts' own become its children. @returns the new root's number. */
function wrapElements(merged: Merged): number {
  const root = (merged.last += 1)
  const entries = ['/Type /StructElem', '/S /Document', `/P ${root} 0 R`, `/K [${merged.elements.join(' ')}]`]
  merged.objects.set(merged.structure, { text: dictionary(entries) })
  merged.elements = [`${merged.structure} 0 R`]
  return root
}

function dictionary(entries: string[]): string {
  return `<<${entries.join('\n')}>>`
}
