import { type Draft, dictionaryIn, setEntries } from '../objects/draft.ts'
import {
  type Dictionary,
  isReference,
  PdfError,
  referenceOf,
  renumberReferences,
  textOf,
  type Value,
} from '../objects/syntax.ts'

/**
 * Moves the content of list items into elements LBody, next to their labels. Chromium writes it directly into the items,
 * and PDF/UA allows only Lbl and LBody there (ISO 14289-1, 7.2).
 * @param items the numbers of the elements LI.
 */
export function addListBodies(draft: Draft, items: readonly number[], structureRoot: number): void {
  const bodies = new Map<number, number>()
  for (const item of items) {
    const element = dictionaryIn(draft, item)
    const kids = [element.get('/K') ?? []].flat()
    const [labels, content] = [
      kids.filter((kid) => isLabel(draft, kid)),
      kids.filter((kid) => !isLabel(draft, kid)),
    ]
    if (content.length === 0) continue
    const page = element.get('/Pg')
    const body: Dictionary = new Map<string, Value>([
      ['/S', '/LBody'],
      ['/P', `${item} 0 R`],
      ...(page === undefined ? [] : [['/Pg', page] as const]),
      ['/K', content],
    ])
    const number = referenceOf(draft.add({ text: textOf(body) }))
    for (const kid of content)
      if (isReference(kid)) setEntries(draft, referenceOf(kid), { '/P': `${number} 0 R` })
    setEntries(draft, item, { '/K': [...labels, `${number} 0 R`] })
    bodies.set(item, number)
  }
  if (bodies.size > 0) replaceParents(draft, structureRoot, bodies)
}

function isLabel(draft: Draft, kid: Value): boolean {
  if (!isReference(kid)) return false
  const role = dictionaryIn(draft, referenceOf(kid)).get('/S')
  return role === '/Lbl' || role === '/LBody'
}

/** Changes the elements that the parent tree names for marked content and annotations (ISO 32000-2, 14.7.5.4). */
function replaceParents(draft: Draft, structureRoot: number, parents: ReadonlyMap<number, number>): void {
  const tree = dictionaryIn(draft, structureRoot).get('/ParentTree')
  const pairs = tree instanceof Map ? tree.get('/Nums') : undefined
  if (!(tree instanceof Map) || !Array.isArray(pairs)) throw new PdfError('The tags have no parent tree')
  const replaced = (text: string) => renumberReferences(text, (number) => parents.get(number) ?? number)
  const entries = pairs.map((value, index) => {
    if (index % 2 === 0 || !isReference(value)) return value
    const number = referenceOf(value)
    const object = draft.objects.get(number)
    // The parents of the content of a sheet are an array. That of an annotation is the element itself.
    if (!object?.text.startsWith('[')) return replaced(value)
    draft.objects.set(number, { ...object, text: replaced(object.text) })
    return value
  })
  setEntries(draft, structureRoot, { '/ParentTree': new Map(tree).set('/Nums', entries) })
}
