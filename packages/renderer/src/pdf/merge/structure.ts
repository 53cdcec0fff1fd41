import type { MergeState } from './merge-state.ts'
import { newElementName, newNumber, type MergePart } from './part.ts'
import type { PdfObject } from '../objects/read.ts'
import {
  type Dictionary,
  dictionaryOf,
  isReference,
  PdfError,
  referenceOf,
  textOf,
  type Value,
} from '../objects/syntax.ts'

/** A tag as Chromium wrote it. */
interface StructureElement {
  role: string
  page: number | undefined
  kids: Value[]
  /** The other entries: descriptions, languages, attributes. */
  entries: Dictionary
}

interface Child {
  old: number
  element: StructureElement
}

/** Content item (ISO 32000-2, 14.7.5): marked content of a page, by its number, or an annotation. */
type ContentItem = { page: number | undefined } & ({ marked: string } | { object: number })

/** Entries that `copyStructure` rebuilds. */
/** Start of a structure element that `copyStructure` wrote. */
const COPIED = /^<<\/S \/\w+\n\/P \d+ 0 R/
const REBUILT = ['/Type', '/S', '/P', '/Pg', '/K']

/** Returns whether an object is a structure element, which `copyStructure` copies. */
export function isStructureElement({ text }: PdfObject): boolean {
  return text.startsWith('<</Type /StructElem\n') || COPIED.test(text)
}

/**
 * Copies the tags of a part in reading order, without those that have no meaning: Chromium wraps each text in a
 * `NonStruct` element (ISO 32000-1, table 333) and writes default values. These make up most of the size of tags.
 * @param outermost the numbers of the outermost elements.
 */
export function copyStructure(merged: MergeState, part: MergePart, outermost: number[]): void {
  for (const old of outermost)
    merged.elements.push(`${copyElement({ old, element: readElement(part, old) }, merged.structure)} 0 R`)

  function copyElement({ old, element }: Child, parent: number): number {
    const number = (merged.lastNumber += 1)
    const object = { text: '' }
    merged.objects.set(number, object)
    part.numbers.set(old, number)
    const kids: (Child | ContentItem)[] = []
    addKids(kids, element, number)
    const page = kids.find((kid) => 'page' in kid)?.page
    const written = kids.map((kid) =>
      'element' in kid ? `${copyElement(kid, number)} 0 R` : contentItemText(part, kid, page),
    )
    object.text =
      `<</S ${element.role}\n/P ${parent} 0 R` +
      (page === undefined ? '' : `\n/Pg ${newNumber(part, page)} 0 R`) +
      (written.length === 0 ? '' : `\n/K ${written.length === 1 ? written[0] : `[${written.join(' ')}]`}`) +
      `${ownEntries(merged, part, element.entries)}>>`
    return number
  }

  /**
   * Adds the kids of an element. An element without a meaning is replaced by its kids.
   * @param parent the new number of the element that holds the kids.
   */
  function addKids(into: (Child | ContentItem)[], { kids, page }: StructureElement, parent: number): void {
    for (const kid of kids) {
      if (!isReference(kid)) {
        into.push(readContentItem(kid, page))
        continue
      }
      const old = referenceOf(kid)
      const element = readElement(part, old)
      if (element.role === '/NonStruct' && element.entries.size === 0) {
        part.numbers.set(old, parent)
        addKids(into, element, parent)
      } else into.push({ old, element })
    }
  }
}

function readElement(part: MergePart, number: number): StructureElement {
  const object = part.file.objectAt(number)
  const entries = dictionaryOf(object.text)
  const [role, page, kids] = [entries.get('/S'), entries.get('/Pg'), entries.get('/K')]
  if (!isStructureElement(object) || typeof role !== 'string')
    throw new PdfError(`Object ${number} is not a structure element`)
  for (const key of REBUILT) entries.delete(key)
  return {
    role,
    page: page === undefined ? undefined : referenceOf(page),
    kids: Array.isArray(kids) ? kids : kids === undefined ? [] : [kids],
    entries,
  }
}

function readContentItem(kid: Value, page: number | undefined): ContentItem {
  if (typeof kid === 'string') return { page, marked: kid }
  if (Array.isArray(kid)) throw new PdfError(`Unexpected content of a structure element: ${textOf(kid)}`)
  const [ownPage, object, marked] = [kid.get('/Pg'), kid.get('/Obj'), kid.get('/MCID')]
  const itemPage = ownPage === undefined ? page : referenceOf(ownPage)
  if (object !== undefined) return { page: itemPage, object: referenceOf(object) }
  if (typeof marked !== 'string')
    throw new PdfError(`Unexpected content of a structure element: ${textOf(kid)}`)
  return { page: itemPage, marked }
}

/** Returns a content item as text. @param page the page of its element, which the item need not repeat. */
function contentItemText(part: MergePart, item: ContentItem, page: number | undefined): string {
  if ('marked' in item && item.page === page) return item.marked
  const pageEntry = item.page === undefined ? '' : ` /Pg ${newNumber(part, item.page)} 0 R`
  if ('marked' in item) return `<</Type /MCR${pageEntry} /MCID ${item.marked}>>`
  return `<</Type /OBJR${pageEntry} /Obj ${newNumber(part, item.object)} 0 R>>`
}

/** Returns the other entries of an element as text, without attributes that have their default value. */
function ownEntries(merged: MergeState, part: MergePart, entries: Dictionary): string {
  const text = (value: Value) => textOf(value)
  return Array.from(entries, ([key, value]) => {
    if (key === '/ID') return `\n${key} ${newElementName(merged, part, text(value))}`
    if (key !== '/A' || !Array.isArray(value)) return `\n${key} ${text(value)}`
    const attributes = value.filter((attribute) => !isDefault(attribute))
    if (attributes.length === 0) return ''
    return `\n/A [${attributes.map((attribute) => text(withNewHeaderNames(merged, part, attribute))).join(' ')}]`
  }).join('')
}

/** Returns whether an attribute of a table cell has its default value. */
function isDefault(attribute: Value): boolean {
  if (!(attribute instanceof Map) || attribute.size !== 2 || attribute.get('/O') !== '/Table') return false
  const headers = attribute.get('/Headers')
  const hasNoHeaders = Array.isArray(headers) && headers.length === 0
  return hasNoHeaders || attribute.get('/RowSpan') === '1' || attribute.get('/ColSpan') === '1'
}

/** Returns an attribute with the new names of the header cells that it refers to. */
function withNewHeaderNames(merged: MergeState, part: MergePart, attribute: Value): Value {
  const headers = attribute instanceof Map ? attribute.get('/Headers') : undefined
  if (!(attribute instanceof Map) || !Array.isArray(headers)) return attribute
  const names = headers.map((name) => newElementName(merged, part, textOf(name)))
  return new Map(attribute).set('/Headers', names)
}
