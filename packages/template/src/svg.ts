import { Refusal } from './refusal.ts'

const NAMESPACE = 'http://www.w3.org/2000/svg'
/** Maximum number of characters before the root element. Scanning more would block the event loop. */
const PROLOGUE_LENGTH_MAX = 64 * 1024

/**
 * Returns true for an SVG image: UTF-8 text with the root element `<svg>` within its first 65,536 characters. Scripts
 * in it are accepted, because a browser does not run them in an image.
 * @throws {Refusal} `invalid` for an SVG that defines entities, which could be an entity bomb, or that lacks the SVG
 * namespace, without which browsers do not draw it.
 */
export function isSvg(bytes: Buffer): boolean {
  const text = textOf(bytes)
  if (text === undefined || text.includes('\0')) return false
  const beginning = text.slice(0, PROLOGUE_LENGTH_MAX)
  if (!/^<svg[\s>/]/.test(beginning.slice(startOfRoot(beginning)))) return false
  if (/<!ENTITY/i.test(text)) throw new Refusal('invalid', 'An SVG must not define entities.')
  if (text.includes(NAMESPACE)) return true
  throw new Refusal(
    'invalid',
    `The SVG has no namespace. Add it to the root element: <svg xmlns="${NAMESPACE}">.`,
  )
}

function textOf(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const SKIPPED = [
  ['<?', '?>'],
  ['<!--', '-->'],
  ['<!DOCTYPE', '>'],
] as const

/** Returns the position of the first element, after the XML declaration, comments and the document type. */
function startOfRoot(text: string): number {
  for (let at = 0; ;) {
    while (/\s/.test(text[at] ?? '')) at += 1
    const skipped = SKIPPED.find(([start]) => text.startsWith(start, at))
    if (!skipped) return at
    const end = text.indexOf(skipped[1], at)
    if (end === -1) return text.length
    at = end + skipped[1].length
  }
}
