import type { Merged } from './merged.ts'
import type { PdfFile } from '../objects/read.ts'
import { PdfError, renumbered } from '../objects/syntax.ts'

/** One part on its way into the whole. */
export interface Part {
  file: PdfFile
  index: number
  /** Old numbers to new ones. */
  numbers: Map<number, number>
  /** What the whole has one of: it is taken apart, not carried over. */
  dissolved: Set<number>
  /** Old names of elements to new ones. */
  identifiers: Map<string, string>
  /** Old names of font subsets to new ones. */
  subsets: Map<string, string>
}

/** `text` with its references as they are in the whole. @throws {PdfError} when one is not carried over. */
export function renumber(part: Part, text: string): string {
  return renumbered(text, (old) => newNumber(part, old))
}

/** The number in the whole of what was `old`. @throws {PdfError} when it is not carried over. */
export function newNumber(part: Part, old: number): number {
  const number = part.numbers.get(old)
  if (number === undefined) throw new PdfError(`Object ${old} was not carried over`)
  return number
}

/**
 * Chromium names elements after a count that goes on from print to print. Counted anew, the names are unique in
 * the whole, the same however often it is printed, and in the order that a name tree must have.
 */
export function identify(merged: Merged, part: Part, old: string): string {
  const known = part.identifiers.get(old)
  if (known !== undefined) return known
  merged.identified += 1
  const name = `(e${String(merged.identified).padStart(7, '0')})`
  part.identifiers.set(old, name)
  return name
}
