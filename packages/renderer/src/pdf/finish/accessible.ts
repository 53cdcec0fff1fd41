import { type Draft, dictionaryIn, setEntries } from '../objects/draft.ts'
import { type Dictionary, isReference, referenceOf, type Value } from '../objects/syntax.ts'
import type { Metadata } from '../options.ts'
import { markArtifacts } from './artifacts.ts'
import { ConformanceError } from './conformance.ts'
import { describeLinks } from './link-texts.ts'
import { addListBodies } from './list-items.ts'

/**
 * Makes a document conform to PDF/UA-1 as far as Chromium does not, and checks what only its author can mend.
 * @throws {ConformanceError} for a document without title or tags, with an image without an alternative text, with
 * headings that skip a level, or with content that is drawn twice.
 */
export function makeAccessible(draft: Draft, metadata: Metadata = {}): void {
  checkDocument(draft, metadata)
  checkElements(draft)
  addListBodies(draft, listItems(draft), structureRoot(draft))
  describeLinks(draft)
  markArtifacts(draft)
}

const FIGURE =
  'An image or a drawing has no alternative text. Add alt="…" to <img>, aria-label="…" and role="img" to <svg>, or hide it from screen readers with alt="" or aria-hidden="true" (7.3).'

function checkDocument(draft: Draft, metadata: Metadata): void {
  const [info, catalog] = [dictionaryIn(draft, draft.info), dictionaryIn(draft, draft.catalog)]
  if (metadata.title === undefined && isEmpty(info.get('/Title')))
    throw invalid('The document has no title. Add <title> to the HTML, or send metadata.title (7.1).')
  if (!catalog.has('/StructTreeRoot'))
    throw invalid('The document has no text and no image with a tag (7.1).')
}

/** Checks the tags in reading order. */
function checkElements(draft: Draft): void {
  const structure = dictionaryIn(draft, structureRoot(draft))
  let level = 0
  for (const [number, element] of elementsIn(draft, structure.get('/K'))) {
    const role = element.get('/S')
    if (role === '/Figure' && isEmpty(element.get('/Alt')) && isEmpty(element.get('/ActualText'))) {
      if (!isGroup(element)) throw invalid(FIGURE)
      // A <figure> with an image and a caption. The image has its own text.
      setEntries(draft, number, { '/S': '/Div' })
    }
    const heading = typeof role === 'string' ? Number(/^\/H([1-6])$/.exec(role)?.[1] ?? 0) : 0
    if (heading > level + 1)
      throw invalid(
        `A heading <h${heading}> follows ${level === 0 ? 'no other heading' : `<h${level}>`}. Do not skip a level (7.4.2).`,
      )
    if (heading > 0) level = heading
  }
}

function listItems(draft: Draft): number[] {
  const elements = elementsIn(draft, dictionaryIn(draft, structureRoot(draft)).get('/K'))
  return Array.from(elements).flatMap(([number, element]) => (element.get('/S') === '/LI' ? [number] : []))
}

/** Returns true for an element that has other elements. */
function isGroup(element: Dictionary): boolean {
  return kidsOf(element).some(isReference)
}

function kidsOf(element: Dictionary): Value[] {
  return [element.get('/K') ?? []].flat()
}

function structureRoot(draft: Draft): number {
  return referenceOf(dictionaryIn(draft, draft.catalog).get('/StructTreeRoot'))
}

/** Yields structure elements in reading order. */
function* elementsIn(
  draft: Draft,
  kids: Value | undefined,
): Generator<[number: number, element: Dictionary]> {
  // A stack, because elements may be nested thousands of levels deep.
  const waiting = [kids ?? []].flat().toReversed()
  for (let kid = waiting.pop(); kid !== undefined; kid = waiting.pop()) {
    if (!isReference(kid)) continue
    const number = referenceOf(kid)
    const element = dictionaryIn(draft, number)
    yield [number, element]
    // Not spread: an element may have more kids than a call may have arguments.
    for (const child of kidsOf(element).toReversed()) waiting.push(child)
  }
}

function isEmpty(value: Value | undefined): boolean {
  return value === undefined || value === '()' || value === '<>'
}

function invalid(message: string): ConformanceError {
  return new ConformanceError(message, 'PDF/UA-1')
}
