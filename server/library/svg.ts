import { Refusal } from '../errors.ts'

const NAMESPACE = 'http://www.w3.org/2000/svg'
/** How far behind the beginning its root may be. To walk over more would hold up everybody's calls. */
const PROLOGUE_LENGTH_MAX = 64 * 1024

/**
 * Whether bytes are an SVG that can be a picture: UTF-8 text whose root is `<svg>`, within its first 65,536 characters.
 * What of it could run is left: as a picture none of it does.
 * @throws {Refusal} `invalid` for one that defines entities, which could be a bomb, or has no namespace, without which
 * nobody would draw it.
 */
export function isSvg(bytes: Buffer): boolean {
  const text = textOf(bytes)
  if (text === undefined || text.includes('\0')) return false
  const beginning = text.slice(0, PROLOGUE_LENGTH_MAX)
  if (!/^<svg[\s>/]/.test(beginning.slice(startOfRoot(beginning)))) return false
  if (/<!ENTITY/i.test(text)) throw new Refusal('invalid', 'An SVG may define no entities.')
  if (text.includes(NAMESPACE)) return true
  throw new Refusal('invalid', `The SVG lacks its namespace: <svg xmlns="${NAMESPACE}">.`)
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

/** Where the first element begins: behind the XML declaration, comments and a document type. */
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
