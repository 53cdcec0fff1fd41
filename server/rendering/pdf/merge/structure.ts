import type { Merged } from './merged.ts'
import { identify, newNumber, type Part } from './part.ts'
import type { PdfObject } from '../objects/read.ts'
import {
  type Dictionary,
  dictionaryOf,
  PdfError,
  referenceOf,
  textOf,
  type Value,
} from '../objects/syntax.ts'

/** A tag as Chromium wrote it. */
interface Element {
  role: string
  page: number | undefined
  kids: Value[]
  /** Its other entries: descriptions, languages, attributes. */
  entries: Dictionary
}

interface Child {
  old: number
  element: Element
}

/** Content by its number among its page's, or an annotation; on the element's page if none is named. */
type Piece = { page: number | undefined } & ({ marked: string } | { object: number })

/** The entries that `placeStructure` writes anew. */
const PLACED = ['/Type', '/S', '/P', '/Pg', '/K']

/** Whether an object is one of the elements that `placeStructure` takes care of. */
export function isElement({ text }: PdfObject): boolean {
  return text.startsWith('<</Type /StructElem\n')
}

/**
 * Carries a part's tags over, in reading order and without what says nothing: Chromium wraps each text in a
 * `NonStruct` element, which has no meaning of its own (ISO 32000-1, table 333), and spells out defaults. They
 * are the most of what tags would cost.
 * @param outermost the numbers of the elements that are in no other.
 */
export function placeStructure(merged: Merged, part: Part, outermost: number[]): void {
  for (const old of outermost)
    merged.elements.push(`${place({ old, element: readElement(part, old) }, merged.structure)} 0 R`)

  function place({ old, element }: Child, parent: number): number {
    const number = (merged.last += 1)
    const object = { text: '' }
    merged.objects.set(number, object)
    part.numbers.set(old, number)
    const kids: (Child | Piece)[] = []
    addKids(kids, element, number)
    const page = kids.find((kid) => 'page' in kid)?.page
    const held = kids.map((kid) => ('element' in kid ? `${place(kid, number)} 0 R` : onPage(part, kid, page)))
    object.text =
      `<</S ${element.role}\n/P ${parent} 0 R` +
      (page === undefined ? '' : `\n/Pg ${newNumber(part, page)} 0 R`) +
      (held.length === 0 ? '' : `\n/K ${held.length === 1 ? held[0] : `[${held.join(' ')}]`}`) +
      `${ownEntries(merged, part, element.entries)}>>`
    return number
  }

  /** @param holder whose kids they become: an element without a meaning hands them on. */
  function addKids(into: (Child | Piece)[], { kids, page }: Element, holder: number): void {
    for (const kid of kids) {
      if (typeof kid !== 'string' || !kid.endsWith(' 0 R')) {
        into.push(readPiece(kid, page))
        continue
      }
      const old = referenceOf(kid)
      const element = readElement(part, old)
      if (element.role === '/NonStruct' && element.entries.size === 0) {
        part.numbers.set(old, holder)
        addKids(into, element, holder)
      } else into.push({ old, element })
    }
  }
}

function readElement(part: Part, number: number): Element {
  const object = part.file.objectAt(number)
  const entries = dictionaryOf(object.text)
  const [role, page, kids] = [entries.get('/S'), entries.get('/Pg'), entries.get('/K')]
  if (!isElement(object) || typeof role !== 'string')
    throw new PdfError(`Object ${number} is no structure element`)
  for (const key of PLACED) entries.delete(key)
  return {
    role,
    page: page === undefined ? undefined : referenceOf(page),
    kids: Array.isArray(kids) ? kids : kids === undefined ? [] : [kids],
    entries,
  }
}

function readPiece(kid: Value, page: number | undefined): Piece {
  if (typeof kid === 'string') return { page, marked: kid }
  if (Array.isArray(kid)) throw new PdfError(`Not what a structure element holds: ${textOf(kid)}`)
  const [own, object, marked] = [kid.get('/Pg'), kid.get('/Obj'), kid.get('/MCID')]
  const onPage = own === undefined ? page : referenceOf(own)
  if (object !== undefined) return { page: onPage, object: referenceOf(object) }
  if (typeof marked !== 'string') throw new PdfError(`Not what a structure element holds: ${textOf(kid)}`)
  return { page: onPage, marked }
}

function onPage(part: Part, piece: Piece, page: number | undefined): string {
  if ('marked' in piece && piece.page === page) return piece.marked
  const where = piece.page === undefined ? '' : ` /Pg ${newNumber(part, piece.page)} 0 R`
  if ('marked' in piece) return `<</Type /MCR${where} /MCID ${piece.marked}>>`
  return `<</Type /OBJR${where} /Obj ${newNumber(part, piece.object)} 0 R>>`
}

/** The other entries of an element as text, without attributes that say what holds by default. */
function ownEntries(merged: Merged, part: Part, entries: Dictionary): string {
  const text = (value: Value) => textOf(value)
  return Array.from(entries, ([key, value]) => {
    if (key === '/ID') return `\n${key} ${identify(merged, part, text(value))}`
    if (key !== '/A' || !Array.isArray(value)) return `\n${key} ${text(value)}`
    const attributes = value.filter((attribute) => !isDefault(attribute))
    if (attributes.length === 0) return ''
    return `\n/A [${attributes.map((attribute) => text(withOwnHeaders(merged, part, attribute))).join(' ')}]`
  }).join('')
}

/** Whether an attribute of a table cell is what a cell without it has. */
function isDefault(attribute: Value): boolean {
  if (!(attribute instanceof Map) || attribute.size !== 2 || attribute.get('/O') !== '/Table') return false
  const headers = attribute.get('/Headers')
  const hasNoHeaders = Array.isArray(headers) && headers.length === 0
  return hasNoHeaders || attribute.get('/RowSpan') === '1' || attribute.get('/ColSpan') === '1'
}

/** An attribute with the new names of the header cells that it refers to. */
function withOwnHeaders(merged: Merged, part: Part, attribute: Value): Value {
  const headers = attribute instanceof Map ? attribute.get('/Headers') : undefined
  if (!(attribute instanceof Map) || !Array.isArray(headers)) return attribute
  const names = headers.map((name) => identify(merged, part, textOf(name)))
  return new Map(attribute).set('/Headers', names)
}
