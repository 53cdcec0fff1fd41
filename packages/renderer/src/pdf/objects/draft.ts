import { PdfError, type Dictionary, dictionaryOf, textOf, type Value } from './syntax.ts'
import type { PdfObject } from './read.ts'
import type { NumberedObjects } from './write.ts'

/** A merged PDF to which objects are added before it is written. */
export interface Draft {
  objects: NumberedObjects
  catalog: number
  info: number
  /** Number of the signature dictionary. */
  signature?: number
  /** Number of the document security store. */
  securityStore?: number
  /** Adds an object. @returns a reference to it. */
  add(object: PdfObject): string
}

/** Creates a draft from the merged pages. */
export function draftOf(pages: { objects: NumberedObjects; catalog: number; info: number }): Draft {
  let last = 0
  for (const number of pages.objects.keys()) last = Math.max(last, number)
  return {
    ...pages,
    add(object) {
      last += 1
      pages.objects.set(last, object)
      return `${last} 0 R`
    },
  }
}

/** Returns the dictionary of an object. @throws {PdfError} when the object is missing or not a dictionary. */
export function dictionaryIn({ objects }: Draft, number: number): Dictionary {
  const object = objects.get(number)
  if (!object) throw new PdfError(`Object ${number} is missing`)
  return dictionaryOf(object.text)
}

/** Sets entries of an object's dictionary, and deletes those that are `undefined`. */
export function setEntries(draft: Draft, number: number, entries: Record<string, Value | undefined>): void {
  const dictionary = dictionaryIn(draft, number)
  for (const [key, value] of Object.entries(entries)) {
    if (value === undefined) dictionary.delete(key)
    else dictionary.set(key, value)
  }
  const object = draft.objects.get(number)
  draft.objects.set(number, { ...object, text: textOf(dictionary) })
}

/** Returns the object numbers of all sheets. */
export function sheetsIn({ objects }: Draft): number[] {
  return Array.from(objects).flatMap(([number, { text }]) =>
    /^<<\/Type \/Page\s/.test(text) ? [number] : [],
  )
}
