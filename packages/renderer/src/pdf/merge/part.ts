import type { MergeState } from './merge-state.ts'
import type { PdfFile } from '../objects/read.ts'
import { PdfError, renumberReferences } from '../objects/syntax.ts'

/** One PDF that is being merged. */
export interface MergePart {
  file: PdfFile
  index: number
  /** New numbers by the old ones. */
  numbers: Map<number, number>
  /** Numbers of the objects that the result has once. They are rebuilt, not copied. */
  rebuilt: Set<number>
  /** New names of structure elements by the old ones. */
  identifiers: Map<string, string>
  /** New names of font subsets by the old ones. */
  subsets: Map<string, string>
}

/** Returns `text` with the new numbers in its references. @throws {PdfError} when an object was not copied. */
export function renumberReferencesOf(part: MergePart, text: string): string {
  return renumberReferences(text, (old) => newNumber(part, old))
}

/** Returns the new number of an object. @throws {PdfError} when the object was not copied. */
export function newNumber(part: MergePart, old: number): number {
  const number = part.numbers.get(old)
  if (number === undefined) throw new PdfError(`Object ${old} was not copied`)
  return number
}

/**
 * Returns the new name of a structure element. Chromium takes names from a counter that continues from print to print.
 * New numbers make them unique in the result, equal for each print of the same document, and sorted as a name tree
 * must be.
 */
export function newElementName(merged: MergeState, part: MergePart, old: string): string {
  const known = part.identifiers.get(old)
  if (known !== undefined) return known
  merged.elementNameCount += 1
  const name = `(e${String(merged.elementNameCount).padStart(7, '0')})`
  part.identifiers.set(old, name)
  return name
}
