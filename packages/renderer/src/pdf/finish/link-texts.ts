import { type Draft, setEntries } from '../objects/draft.ts'
import { textString } from '../objects/strings.ts'
import { dictionaryOf } from '../objects/syntax.ts'

/**
 * Adds a description to each link: its address, or the name of its target. PDF/UA requires it (ISO 14289-1, 7.18.5).
 * Screen readers read the text of the link, which is a tag.
 */
export function describeLinks(draft: Draft): void {
  for (const [number, { text }] of draft.objects) {
    if (!text.startsWith('<</Type /Annot') || !text.includes('/Subtype /Link')) continue
    const annotation = dictionaryOf(text)
    if (annotation.has('/Contents')) continue
    const [action, target] = [annotation.get('/A'), annotation.get('/Dest')]
    const address = action instanceof Map ? action.get('/URI') : undefined
    const name = typeof target === 'string' && target.startsWith('/') ? target.slice(1) : 'Link'
    setEntries(draft, number, { '/Contents': typeof address === 'string' ? address : textString(name) })
  }
}
