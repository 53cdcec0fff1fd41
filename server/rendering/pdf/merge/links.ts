import { dictionaryOf, textOf, type Value } from '../objects/syntax.ts'

/** Where a PDF may lead: who opens one trusts it more than a web page. */
const LEADS_OUT = /^(?:https?|mailto|tel):/i
/** Hosts that are nowhere (RFC 2606), such as the one where documents are shown: relative addresses lead there. */
const LEADS_NOWHERE = /^https?:\/\/[^/?#]*\.invalid(?:[/:?#]|$)/i

/** An object as it is, but for a link to nowhere, or to what only its author would open: a script, a file, a browser's page. */
export function withoutUnsafeLink(text: string): string {
  if (!text.startsWith('<</Type /Annot') || !text.includes('/URI')) return text
  const annotation = dictionaryOf(text)
  const action = annotation.get('/A')
  if (!(action instanceof Map)) return text
  const address = addressOf(action.get('/URI'))
  if (LEADS_OUT.test(address) && !LEADS_NOWHERE.test(address)) return text
  // Its place stays: the tags refer to it.
  annotation.delete('/A')
  return textOf(annotation)
}

function addressOf(value: Value | undefined): string {
  if (typeof value !== 'string') return ''
  if (value.startsWith('<')) return Buffer.from(value.slice(1, -1), 'hex').toString('latin1')
  return value.slice(1, -1).replace(/\\([^])/g, '$1')
}
