import { dictionaryOf, textOf, type Value } from '../objects/syntax.ts'

/** Schemes that a link in a PDF may have. Readers of a PDF trust its links more than those of a web page. */
const ALLOWED_SCHEMES = /^(?:https?|mailto|tel):/i
/** Hosts that never exist (RFC 2606). Relative addresses point to one of them: the host of the sandboxed page. */
const INVALID_HOSTS = /^https?:\/\/[^/?#]*\.invalid(?:[/:?#]|$)/i

/**
 * Removes the action of a link whose address has no host that exists, or a scheme that is not allowed, such as
 * `javascript:` or `file:`. Returns every other object unchanged.
 */
export function removeUnsafeLink(text: string): string {
  if (!text.startsWith('<</Type /Annot') || !text.includes('/URI')) return text
  const annotation = dictionaryOf(text)
  const action = annotation.get('/A')
  if (!(action instanceof Map)) return text
  const address = addressOf(action.get('/URI'))
  if (ALLOWED_SCHEMES.test(address) && !INVALID_HOSTS.test(address)) return text
  // The annotation itself stays, because tags refer to it.
  annotation.delete('/A')
  return textOf(annotation)
}

function addressOf(value: Value | undefined): string {
  if (typeof value !== 'string') return ''
  if (value.startsWith('<')) return Buffer.from(value.slice(1, -1), 'hex').toString('latin1')
  return value.slice(1, -1).replace(/\\([^])/g, '$1')
}
