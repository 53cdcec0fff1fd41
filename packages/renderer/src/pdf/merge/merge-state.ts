import { dictionaryAt, type PdfFile } from '../objects/read.ts'
import { textOf } from '../objects/syntax.ts'
import type { NumberedObjects } from '../objects/write.ts'

// Chromium uses two roles that are new in PDF 2.0. They are mapped to the nearest role of PDF 1.7.
const ROLE_MAP =
  '/RoleMap <</Aside /Div /DocumentFragment /Div /Em /Span /FENote /Note /Strong /Span /Sub /Span /Title /P>>'
/** Limit on a title, in characters. Readers show it in one line. */
const TITLE_LENGTH_MAX = 1_024

/** State of a merge: the objects of the result, and the entries of its roots as collected from the parts. */
export interface MergeState {
  objects: NumberedObjects
  /** Numbers of the objects that several parts may share, by their text and the hash of their stream. */
  sharedNumbers: Map<string, number>
  /** Highest number in use. */
  lastNumber: number
  /** Object number of the root of the page tree. */
  pageTree: number
  /** Object number of the parent of the outermost structure elements of all parts. */
  structure: number
  /** Object number of the root of the outline. */
  outlineRoot: number
  /** Page trees of the parts, with their numbers of sheets. */
  pageTrees: { number: number; count: number }[]
  /** References to the outermost structure elements. */
  elements: string[]
  /** Entries of the parent tree: keys, each followed by its element. */
  parents: string[]
  nextParentKey: number
  /** Names of structure elements, each followed by its element, in the order of the names. */
  elementNames: string[]
  /** Number of names that were assigned. */
  elementNameCount: number
  destinations: string[]
  /** First and last item of the outline of each part. */
  outline: { first: number; last: number; count: number }[]
}

/** Creates a state without parts. The first numbers are those of the page tree, the structure and the outline. */
export function createMergeState(): MergeState {
  return {
    objects: new Map(),
    sharedNumbers: new Map(),
    lastNumber: 3,
    pageTree: 1,
    structure: 2,
    outlineRoot: 3,
    pageTrees: [],
    elements: [],
    parents: [],
    nextParentKey: 0,
    elementNames: [],
    elementNameCount: 0,
    destinations: [],
    outline: [],
  }
}

/**
 * Writes the objects that all parts share: page tree, structure, outline, destinations and title.
 * @returns the numbers of the catalog and the information dictionary.
 */
export function writeRoots(merged: MergeState, first: PdfFile): { catalog: number; info: number } {
  const { objects, outline } = merged
  const firstCatalog = dictionaryAt(first, first.catalog)
  const catalog = ['/Type /Catalog', `/Pages ${merged.pageTree} 0 R`]
  // The first part may be a blank page, which has no tags.
  if (merged.elements.length > 0) catalog.push('/MarkInfo <</Marked true>>')
  for (const key of ['/Lang', '/ViewerPreferences']) {
    const value = firstCatalog.get(key)
    if (value !== undefined) catalog.push(`${key} ${textOf(value)}`)
  }
  objects.set(merged.pageTree, {
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
      `/ParentTreeNextKey ${merged.nextParentKey}`,
      ROLE_MAP,
    ]
    if (merged.elementNames.length > 0)
      entries.push(`/IDTree ${dictionary([`/Names [${merged.elementNames.join(' ')}]`])}`)
    objects.set(root, { text: dictionary(entries) })
  }
  const [top, bottom] = [outline[0], outline.at(-1)]
  if (top && bottom) {
    catalog.push(`/Outlines ${merged.outlineRoot} 0 R`)
    const count = outline.reduce((sum, entry) => sum + entry.count, 0)
    const entries = [
      '/Type /Outlines',
      `/First ${top.first} 0 R`,
      `/Last ${bottom.last} 0 R`,
      `/Count ${count}`,
    ]
    objects.set(merged.outlineRoot, { text: dictionary(entries) })
  }
  const title = dictionaryAt(first, first.info).get('/Title')
  const roots = { catalog: (merged.lastNumber += 1), info: (merged.lastNumber += 1) }
  objects.set(roots.catalog, { text: dictionary(catalog) })
  objects.set(roots.info, {
    text: dictionary([
      ...(title === undefined ? [] : [`/Title ${shortened(textOf(title))}`]),
      '/Producer (Platen)',
    ]),
  })
  return roots
}

/** Truncates a PDF string in either of the forms that Chromium writes: hexadecimal UTF-16 or a literal string. */
function shortened(title: string): string {
  if (title.startsWith('<')) {
    const mark = 'FEFF'.length
    // Half of a surrogate pair is not a character.
    const cut = title.slice(1, -1).slice(0, mark + 4 * TITLE_LENGTH_MAX)
    return `<${cut.replace(/D[89AB][0-9A-F]{2}$/i, '')}>`
  }
  // A character takes at most four, as \050 does, so the rest is not matched.
  const characters = title
    .slice(1, -1)
    .slice(0, 4 * TITLE_LENGTH_MAX)
    .match(/\\[0-7]{3}|\\[^]|[^\\]/g)
  return `(${characters?.slice(0, TITLE_LENGTH_MAX).join('') ?? ''})`
}

/**
 * Adds one outermost element, as a tagged document requires. The outermost elements of the parts become its children.
 * @returns the number of the new structure root.
 */
function wrapElements(merged: MergeState): number {
  const root = (merged.lastNumber += 1)
  const entries = ['/Type /StructElem', '/S /Document', `/P ${root} 0 R`, `/K [${merged.elements.join(' ')}]`]
  merged.objects.set(merged.structure, { text: dictionary(entries) })
  merged.elements = [`${merged.structure} 0 R`]
  return root
}

function dictionary(entries: string[]): string {
  return `<<${entries.join('\n')}>>`
}
