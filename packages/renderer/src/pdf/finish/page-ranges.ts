import { Refusal } from '@platen/template/refusal'
import { type Draft, dictionaryIn, setEntries } from '../objects/draft.ts'
import {
  type Dictionary,
  isReference,
  referenceOf,
  renumberReferences,
  textOf,
  type Value,
} from '../objects/syntax.ts'

/** Sheets of a PDF from `first`, counted from 1, to `last`. Without `last`: to the end. */
export interface PageRange {
  first: number
  last?: number
}

/**
 * Returns the pages of a document with the number of their sheets that are in `ranges`.
 * @throws {Refusal} `invalid` when a range begins after the last sheet, or no sheet is selected.
 */
export function pagesInRanges<Page extends { sheets: number }>(pages: Page[], ranges: PageRange[]): Page[] {
  const total = pages.reduce((sum, { sheets }) => sum + sheets, 0)
  const beyond = ranges.find(({ first }) => first > total)
  if (beyond)
    throw new Refusal(
      'invalid',
      `options.pageRanges has a range that begins at sheet ${beyond.first.toLocaleString('en')}, but the document has ${total.toLocaleString('en')} ${total === 1 ? 'sheet' : 'sheets'}.`,
    )
  let last = 0
  const selected = pages.map((page) => {
    const before = last
    last += page.sheets
    const numbers = Array.from({ length: page.sheets }, (_, index) => before + index + 1)
    return { ...page, sheets: numbers.filter((number) => isInRanges(number, ranges)).length }
  })
  if (selected.every(({ sheets }) => sheets === 0))
    throw new Refusal('invalid', 'options.pageRanges selects no sheet.')
  return selected
}

/**
 * Removes all sheets that are not in `ranges`, and the tags, link targets, bookmarks, fonts and images that only they
 * need. Fonts that stay keep the characters of the whole document. A link to a removed sheet has no target afterwards.
 */
export function keepSheets(draft: Draft, ranges: PageRange[]): void {
  const catalog = dictionaryIn(draft, draft.catalog)
  const pageTree = referenceOf(catalog.get('/Pages'))
  const removed = sheetsBelow(draft, pageTree).filter((_, index) => !isInRanges(index + 1, ranges))
  if (removed.length === 0) return
  // Later steps recognize a removed sheet, annotation or tag by its missing object.
  const parentKeys = new Set(removed.flatMap((sheet) => removeSheet(draft, sheet)))
  prunePageTree(draft, pageTree)
  pruneTargets(draft, catalog)
  pruneTags(draft, catalog, parentKeys)
  const outline = catalog.get('/Outlines')
  if (outline !== undefined && pruneBookmarks(draft, referenceOf(outline)) === 0)
    setEntries(draft, draft.catalog, { '/Outlines': undefined })
  removeUnreachable(draft)
}

function isInRanges(sheet: number, ranges: PageRange[]): boolean {
  return ranges.some(({ first, last = Infinity }) => first <= sheet && sheet <= last)
}

/** Returns the object numbers of the sheets below a node of the page tree, in their order. */
export function sheetsBelow(draft: Draft, number: number): number[] {
  const kids = dictionaryIn(draft, number).get('/Kids')
  return Array.isArray(kids) ? kids.flatMap((kid) => sheetsBelow(draft, referenceOf(kid))) : [number]
}

/** Removes a sheet and its annotations. @returns their keys in the parent tree of the tags. */
function removeSheet(draft: Draft, sheet: number): Value[] {
  const annotations = [dictionaryIn(draft, sheet).get('/Annots') ?? []].flat().map(referenceOf)
  return [sheet, ...annotations].flatMap((number) => {
    const dictionary = dictionaryIn(draft, number)
    draft.objects.delete(number)
    return dictionary.get('/StructParents') ?? dictionary.get('/StructParent') ?? []
  })
}

/** Removes missing sheets and empty nodes from a node of the page tree. @returns the number of sheets below it. */
function prunePageTree(draft: Draft, number: number): number {
  if (!draft.objects.has(number)) return 0
  const kids = dictionaryIn(draft, number).get('/Kids')
  if (!Array.isArray(kids)) return 1
  const counts = kids.map((kid) => prunePageTree(draft, referenceOf(kid)))
  const count = counts.reduce((sum, below) => sum + below, 0)
  setEntries(draft, number, {
    '/Kids': kids.filter((_, index) => counts[index] !== 0),
    '/Count': String(count),
  })
  return count
}

/** Removes named targets on removed sheets, and the targets of links to them. */
function pruneTargets(draft: Draft, catalog: Dictionary): void {
  const named = catalog.get('/Dests')
  const remaining = new Map(
    named instanceof Map ? Array.from(named).filter(([, target]) => isTarget(draft, target)) : [],
  )
  setEntries(draft, draft.catalog, { '/Dests': remaining.size > 0 ? remaining : undefined })
  for (const [number, { text }] of draft.objects) {
    if (!text.startsWith('<</Type /Annot') || !text.includes('/Dest ')) continue
    const target = dictionaryIn(draft, number).get('/Dest')
    // The link itself stays, because tags refer to it.
    if (!(typeof target === 'string' ? remaining.has(target) : isTarget(draft, target)))
      setEntries(draft, number, { '/Dest': undefined })
  }
}

/** Removes the tags of removed sheets. @param parentKeys keys of these sheets and their annotations. */
function pruneTags(draft: Draft, catalog: Dictionary, parentKeys: ReadonlySet<Value>): void {
  if (!catalog.has('/StructTreeRoot')) return
  const number = referenceOf(catalog.get('/StructTreeRoot'))
  const root = dictionaryIn(draft, number)
  const kids = [root.get('/K') ?? []].flat()
  const remaining = kids.filter((kid) => pruneElement(draft, referenceOf(kid)))
  if (remaining.length === 0)
    return setEntries(draft, draft.catalog, { '/StructTreeRoot': undefined, '/MarkInfo': undefined })
  const removedNames = new Set<string>()
  setEntries(draft, number, {
    '/K': remaining,
    '/ParentTree': filterLeaves(root.get('/ParentTree'), '/Nums', (key) => !parentKeys.has(key)),
    '/IDTree': filterLeaves(root.get('/IDTree'), '/Names', (name, element) => {
      const isRemaining = exists(draft, element)
      if (!isRemaining) removedNames.add(textOf(name))
      return isRemaining
    }),
  })
  if (removedNames.size > 0) pruneHeaders(draft, removedNames)
}

/** Removes the content of removed sheets from a tag. @returns false when nothing remains, so that the tag was removed. */
function pruneElement(draft: Draft, number: number): boolean {
  const element = dictionaryIn(draft, number)
  const page = element.get('/Pg')
  const kids = [element.get('/K') ?? []].flat()
  const remaining = kids.filter((kid) => {
    if (isReference(kid)) return pruneElement(draft, referenceOf(kid))
    return exists(draft, kid instanceof Map ? (kid.get('/Pg') ?? page) : page)
  })
  if (remaining.length === kids.length) return true
  if (remaining.length === 0) draft.objects.delete(number)
  else setEntries(draft, number, { '/K': remaining, '/Pg': exists(draft, page) ? page : undefined })
  return remaining.length > 0
}

/** Removes references of table cells to removed header cells. */
function pruneHeaders(draft: Draft, removedNames: ReadonlySet<string>): void {
  for (const [number, { text }] of draft.objects) {
    if (!text.startsWith('<</S ') || !text.includes('/Headers ')) continue
    const attributes = [dictionaryIn(draft, number).get('/A') ?? []].flat().map((attribute) => {
      const headers = attribute instanceof Map ? attribute.get('/Headers') : undefined
      if (!(attribute instanceof Map) || !Array.isArray(headers)) return attribute
      const remaining = headers.filter((name) => !removedNames.has(textOf(name)))
      return new Map(attribute).set('/Headers', remaining)
    })
    setEntries(draft, number, { '/A': attributes })
  }
}

/**
 * Removes the bookmarks of removed sheets. A bookmark of a removed sheet stays if there are others below it, and points
 * to the first of them.
 * @returns the number of bookmarks below `parent`.
 */
function pruneBookmarks(draft: Draft, parent: number): number {
  const remaining: Value[] = []
  let count = 0
  let next = dictionaryIn(draft, parent).get('/First')
  while (next !== undefined) {
    const reference = next
    const number = referenceOf(reference)
    const below = pruneBookmarks(draft, number)
    const bookmark = dictionaryIn(draft, number)
    next = bookmark.get('/Next')
    const [own, child, element] = ['/Dest', '/First', '/SE'].map((key) => bookmark.get(key))
    const isOwn = child === undefined || isTarget(draft, own)
    const target = isOwn ? own : dictionaryIn(draft, referenceOf(child)).get('/Dest')
    if (!isTarget(draft, target)) {
      draft.objects.delete(number)
      continue
    }
    setEntries(draft, number, { '/Dest': target, '/SE': exists(draft, element) ? element : undefined })
    count += 1 + below
    remaining.push(reference)
  }
  for (const [index, reference] of remaining.entries())
    setEntries(draft, referenceOf(reference), {
      '/Prev': remaining[index - 1],
      '/Next': remaining[index + 1],
    })
  const size = count > 0 ? String(count) : undefined
  setEntries(draft, parent, { '/First': remaining[0], '/Last': remaining.at(-1), '/Count': size })
  return count
}

function removeUnreachable({ objects, catalog, info }: Draft): void {
  const reached = new Set([catalog, info])
  // The loop also visits numbers that are added while it runs.
  for (const number of reached)
    renumberReferences(objects.get(number)?.text ?? '', (next) => {
      reached.add(next)
      return next
    })
  for (const number of objects.keys()) if (!reached.has(number)) objects.delete(number)
}

/** Returns a name tree or number tree of one node with the pairs that `isRemaining` accepts. */
function filterLeaves(
  tree: Value | undefined,
  key: '/Nums' | '/Names',
  isRemaining: (name: Value, value: Value | undefined) => boolean,
): Value | undefined {
  const leaves = tree instanceof Map ? tree.get(key) : undefined
  if (!Array.isArray(leaves)) return tree
  const isPairRemaining = leaves.map((name, index) => index % 2 === 0 && isRemaining(name, leaves[index + 1]))
  return new Map([[key, leaves.filter((_, index) => isPairRemaining[index - (index % 2)])]])
}

function isTarget(draft: Draft, target: Value | undefined): boolean {
  return Array.isArray(target) && exists(draft, target[0])
}

function exists(draft: Draft, reference: Value | undefined): boolean {
  return isReference(reference) && draft.objects.has(referenceOf(reference))
}
