import { hash } from 'node:crypto'
import { removeUnsafeLink } from './links.ts'
import { newElementName, newNumber, type MergePart, renumberReferencesOf } from './part.ts'
import { dictionaryAt, type PdfFile, type PdfObject } from '../objects/read.ts'
import { isStructureElement, copyStructure } from './structure.ts'
import {
  type Dictionary,
  mapOutsideStrings,
  PdfError,
  referenceOf,
  renumberReferences,
  textOf,
  type Value,
} from '../objects/syntax.ts'
import { type MergeState, createMergeState, writeRoots } from './merge-state.ts'
import { renameSubsets, subsetNames } from './subset-names.ts'
import type { NumberedObjects } from '../objects/write.ts'

// Entries that are merged. Any other entry, for example of a later Chromium, is an error, so that nothing is lost.
const CATALOG = [
  '/Type',
  '/Pages',
  '/Lang',
  '/MarkInfo',
  '/ViewerPreferences',
  '/Dests',
  '/StructTreeRoot',
  '/Outlines',
]
// The role map is that of `writeRoots`, which writes it again.
const STRUCTURE = ['/Type', '/K', '/ParentTree', '/ParentTreeNextKey', '/IDTree', '/RoleMap']

// Objects that belong to one part only. All others (fonts, images, graphics states) may be shared by several parts.
const PART_ONLY = [
  /^\[/,
  /\/Type \/(?:Pages?|Annot)\b/,
  /\/(?:Parent|Pg?) \d+ 0 R/,
  /\/StructParents? \d/,
  /\/(?:Nums|Limits|Kids|Names) \[/,
]

/** Merges the objects of all files under new numbers. */
export function mergePdfs(files: PdfFile[]): { objects: NumberedObjects; catalog: number; info: number } {
  const [first] = files
  if (!first) throw new PdfError('There is nothing to merge')
  const merged = createMergeState()
  for (const [index, file] of files.entries()) addPart(merged, file, index)
  return { objects: merged.objects, ...writeRoots(merged, first) }
}

function addPart(merged: MergeState, file: PdfFile, index: number): void {
  const catalog = dictionaryAt(file, file.catalog)
  const part: MergePart = {
    file,
    index,
    numbers: new Map(),
    rebuilt: new Set([file.catalog, file.info]),
    identifiers: new Map(),
    subsets: subsetNames(file),
  }
  refuseUnknown(catalog, CATALOG)
  const rootAt = (key: string, number?: number) => {
    const value = catalog.get(key)
    if (value === undefined || value instanceof Map) return value
    const old = referenceOf(value)
    if (number !== undefined) part.numbers.set(old, number)
    part.rebuilt.add(old)
    return dictionaryAt(file, old)
  }
  const structure = rootAt('/StructTreeRoot', merged.structure)
  if (structure) refuseUnknown(structure, STRUCTURE)
  const outlines = rootAt('/Outlines', merged.outlineRoot)
  const destinations = rootAt('/Dests')
  const parents = structure ? leavesOf(part, structure.get('/ParentTree'), '/Nums') : []
  const identifiers = [...pairs(structure ? leavesOf(part, structure.get('/IDTree'), '/Names') : [])]
  // Assigned in the order of the name tree, so that the new names are sorted.
  for (const [name] of identifiers) newElementName(merged, part, textOf(name))

  const partObjects = numberPartObjects(merged, part)
  if (structure) copyStructure(merged, part, [structure.get('/K') ?? []].flat().map(referenceOf))
  copyObjects(merged, part, partObjects)
  const text = (value: Value | undefined) =>
    value === undefined ? '' : renumberReferencesOf(part, textOf(value))

  for (const [name, target] of destinations ?? [])
    merged.destinations.push(`${uniqueName(part, name)} ${text(target)}`)
  for (const [name, element] of identifiers)
    merged.elementNames.push(newElementName(merged, part, textOf(name)), text(element))
  for (const [key, element] of pairs(parents))
    merged.parents.push(String(Number(key) + merged.nextParentKey), text(element))
  merged.nextParentKey += Number(structure?.get('/ParentTreeNextKey') ?? 0)
  addPages(merged, part, referenceOf(catalog.get('/Pages')))
  if (outlines) addOutline(merged, part, outlines)
}

/** Assigns new numbers to the objects that belong to this part only. @returns these objects with their old numbers. */
function numberPartObjects(merged: MergeState, part: MergePart): [number, PdfObject][] {
  const partObjects = part.file.numbers
    .filter((old) => !part.rebuilt.has(old))
    .map((old): [number, PdfObject] => [old, part.file.objectAt(old)])
    .filter(
      ([, object]) => !isStructureElement(object) && PART_ONLY.some((pattern) => pattern.test(object.text)),
    )
  for (const [old] of partObjects) part.numbers.set(old, (merged.lastNumber += 1))
  return partObjects
}

/** Copies the objects of a part, and all objects that they refer to. */
function copyObjects(merged: MergeState, part: MergePart, partObjects: [number, PdfObject][]): void {
  const pending = new Set<number>()
  const copy = (old: number): number => {
    const known = part.numbers.get(old)
    if (known !== undefined) return known
    const object = part.file.objectAt(old)
    if (pending.has(old)) throw new PdfError(`Object ${old} contains itself`)
    pending.add(old)
    const number = share(merged, {
      ...object,
      text: renumberReferences(renameSubsets(part.subsets, object.text), copy),
    })
    part.numbers.set(old, number)
    return number
  }
  for (const [old, object] of partObjects) {
    merged.objects.set(part.numbers.get(old) ?? 0, {
      ...object,
      text: uniqueText(merged, part, renumberReferences(removeUnsafeLink(object.text), copy)),
    })
  }
}

/** Adds an object unless an equal one exists. @returns its number. */
function share(merged: MergeState, object: PdfObject): number {
  const key = object.stream ? `${hash('sha256', object.stream, 'base64')} ${object.text}` : object.text
  const existing = merged.sharedNumbers.get(key)
  if (existing !== undefined) return existing
  const number = (merged.lastNumber += 1)
  merged.objects.set(number, object)
  merged.sharedNumbers.set(key, number)
  return number
}

/** Returns the text of an object with its structure keys and destinations made unique among all parts. */
function uniqueText(merged: MergeState, part: MergePart, text: string): string {
  return mapOutsideStrings(text, (outside) =>
    outside
      .replace(
        /\/(StructParents?) (\d+)/g,
        (_, key: string, number: string) => `/${key} ${Number(number) + merged.nextParentKey}`,
      )
      .replace(/\/Dest (\/[^\s()<>[\]{}/%]+)/g, (_, name: string) => `/Dest ${uniqueName(part, name)}`),
  )
}

function uniqueName(part: MergePart, name: string): string {
  return part.index === 0 ? name : `/p${part.index}.${name.slice(1)}`
}

function addPages(merged: MergeState, part: MergePart, old: number): void {
  const number = newNumber(part, old)
  const object = merged.objects.get(number)
  if (!object) throw new PdfError('The page tree is missing')
  object.text = withEntry(object.text, `/Parent ${merged.pageTree} 0 R`)
  merged.pageTrees.push({ number, count: Number(dictionaryAt(part.file, old).get('/Count')) })
}

/** Appends the outline of a part to the outline of the parts before it. */
function addOutline(merged: MergeState, part: MergePart, root: Map<string, Value>): void {
  const [first, last] = ['/First', '/Last'].map((key) => newNumber(part, referenceOf(root.get(key))))
  if (first === undefined || last === undefined) return
  const before = merged.outline.at(-1)
  if (before) {
    addEntry(merged, before.last, `/Next ${first} 0 R`)
    addEntry(merged, first, `/Prev ${before.last} 0 R`)
  }
  merged.outline.push({ first, last, count: Number(root.get('/Count') ?? 0) })
}

/** Returns the entries of a number tree or name tree as a flat list. Marks its nodes as rebuilt. */
function leavesOf(part: MergePart, tree: Value | undefined, key: '/Nums' | '/Names'): Value[] {
  if (tree === undefined) return []
  if (typeof tree === 'string') part.rebuilt.add(referenceOf(tree))
  const node = tree instanceof Map ? tree : dictionaryAt(part.file, referenceOf(tree))
  const kids = node.get('/Kids')
  if (Array.isArray(kids)) return kids.flatMap((kid) => leavesOf(part, kid, key))
  const leaves = node.get(key)
  return Array.isArray(leaves) ? leaves : []
}

function* pairs(flat: Value[]): Generator<[Value, Value]> {
  for (let index = 0; index + 1 < flat.length; index += 2) yield [flat[index] ?? '', flat[index + 1] ?? '']
}

function addEntry(merged: MergeState, number: number, entry: string): void {
  const object = merged.objects.get(number)
  if (!object) throw new PdfError(`Object ${number} is missing`)
  object.text = withEntry(object.text, entry)
}

function withEntry(text: string, entry: string): string {
  return `${text.slice(0, text.lastIndexOf('>>'))}\n${entry}>>`
}

function refuseUnknown(dictionary: Dictionary, known: string[]): void {
  for (const key of dictionary.keys())
    if (!known.includes(key)) throw new PdfError(`${key} is an unknown entry`)
}
