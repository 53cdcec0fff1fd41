import type { Merged } from './merged.ts'
import { identify, newNumber, type Part } from './part.ts'
import type { PdfObject } from './read.ts'
import { PdfError, referenceOf } from './syntax.ts'

/** A tag as Chromium wrote it. */
interface Element {
  role: string
  page: number | undefined
  kids: string
  /** Its other entries: descriptions, languages, attributes. */
  entries: string
}

interface Child {
  old: number
  element: Element
}

/** Content by its number among its page's, or an annotation; on the element's page if none is named. */
type Piece = { page: number | undefined } & ({ marked: string } | { object: number })

// Chromium writes each entry on a line, and no string of its has a line's end in it.
const ELEMENT =
  /^<<\/Type \/StructElem\n\/S (\/\w+)([^]*?)\n\/P \d+ 0 R(?:\n\/Pg (\d+) 0 R)?(?:\n\/K (\[[^\]]*\]|\d+ 0 R|\d+))?([^]*)>>$/
const KID = /<<[^>]*>>|\d+ 0 R|\d+/g
/** What an attribute is when nobody says so. */
const DEFAULT = /<<\/O \/Table\n\/(?:Headers \[\]|RowSpan 1|ColSpan 1)>> ?/g

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
    for (const text of kids.match(KID) ?? []) {
      if (!text.endsWith(' 0 R')) {
        into.push(readPiece(text, page))
        continue
      }
      const old = referenceOf(text)
      const element = readElement(part, old)
      if (element.role === '/NonStruct' && element.entries === '') {
        part.numbers.set(old, holder)
        addKids(into, element, holder)
      } else into.push({ old, element })
    }
  }
}

function readElement(part: Part, number: number): Element {
  const [, role, before = '', page, kids = '', after = ''] =
    ELEMENT.exec(part.file.objectAt(number).text) ?? []
  if (role === undefined) throw new PdfError(`Object ${number} is no structure element`)
  return { role, page: page === undefined ? undefined : Number(page), kids, entries: before + after }
}

function readPiece(text: string, page: number | undefined): Piece {
  if (!text.startsWith('<<')) return { page, marked: text }
  const entry = (pattern: RegExp) => pattern.exec(text)?.[1]
  const own = entry(/\/Pg (\d+) 0 R/)
  const onPage = own === undefined ? page : Number(own)
  const object = entry(/\/Obj (\d+ 0 R)/)
  if (object !== undefined) return { page: onPage, object: referenceOf(object) }
  const marked = entry(/\/MCID (\d+)/)
  if (marked === undefined) throw new PdfError(`Not what a structure element holds: ${text}`)
  return { page: onPage, marked }
}

function onPage(part: Part, piece: Piece, page: number | undefined): string {
  if ('marked' in piece && piece.page === page) return piece.marked
  const where = piece.page === undefined ? '' : ` /Pg ${newNumber(part, piece.page)} 0 R`
  if ('marked' in piece) return `<</Type /MCR${where} /MCID ${piece.marked}>>`
  return `<</Type /OBJR${where} /Obj ${newNumber(part, piece.object)} 0 R>>`
}

// Inside of a string, such as an image's description, these parentheses would be escaped.
function ownEntries(merged: Merged, part: Part, entries: string): string {
  if (entries === '') return ''
  return entries
    .replace(/\n\/A \[((?:[^[\]]|\[[^\]]*\])*)\]/, (_, attributes: string) => {
      const telling = attributes.replace(DEFAULT, '').trimEnd()
      return telling === '' ? '' : `\n/A [${telling}]`
    })
    .replace(/\/ID \(\w+\)|\/Headers \[[^\]]*\]/g, (entry) =>
      entry.replace(/\(\w+\)/g, (name) => identify(merged, part, name)),
    )
}
