import { type AccessibilityProblem, VALUE_LENGTH_MAX } from './problems.ts'

/** A tag of a template source. Characters of mustaches are replaced by `DYNAMIC`. */
interface SourceTag {
  offset: number
  attributes: Map<string, string>
  /** True for a tag with a mustache outside of values, which may add any attribute. */
  isOpen: boolean
  /** The text after the tag, up to the next tag or mustache. */
  text: string
}

/** Stands for the characters of mustaches. No document contains it. */
const DYNAMIC = '\0'
const TAG_LENGTH_MAX = 2_000
/** Characters of tags that are read, which takes about 20 ms. Elements of later tags have no position. */
const READ_MAX = 500_000
const LINES_MAX = 20_000
const TEXT_LENGTH_MAX = 100
/** More possible positions do not help an author. */
const POSITIONS_MAX = 3

/** Finds elements of a filled document in the source of its template. */
export type FindPosition = (element: Pick<AccessibilityProblem, 'name' | 'attributes' | 'text'>) => string

/**
 * Returns a function that describes the position of an element, such as `line 12, column 4`. It compares the name, the
 * attributes and the beginning of the text. `''` when no tag of the source, or too many, may have created the element.
 */
export function positionsIn(source: string): FindPosition {
  const lineStarts = startsOfLines(source)
  const findTags = createTagReader(withoutMustaches(source))
  const tags = new Map<string, SourceTag[]>()
  return (element) => {
    const named = tags.get(element.name) ?? findTags(element.name)
    tags.set(element.name, named)
    const matches = named.filter((tag) => mayCreate(tag, element)).slice(0, POSITIONS_MAX + 1)
    const [first] = matches
    if (!first || matches.length > POSITIONS_MAX) return ''
    const lines = [...new Set(matches.map(({ offset }) => lineAt(offset)))]
    const [line = 1] = lines
    if (matches.length === 1) return `line ${line}, column ${first.offset - (lineStarts[line - 1] ?? 0)}`
    return lines.length === 1 ? `line ${line}` : `lines ${lines.slice(0, -1).join(', ')} or ${lines.at(-1)}`
  }

  function lineAt(offset: number): number {
    return lineStarts.findLastIndex((start) => start <= offset) + 1
  }
}

/** Returns the offsets of the lines, without those after `LINES_MAX`. */
function startsOfLines(source: string): number[] {
  const starts = [0]
  for (
    let end = source.indexOf('\n');
    end !== -1 && starts.length < LINES_MAX;
    end = source.indexOf('\n', end + 1)
  )
    starts.push(end + 1)
  return starts
}

/** Replaces mustaches, so that quotes and tags in them are not read. The length and the lines stay the same. */
function withoutMustaches(source: string): string {
  const parts: string[] = []
  let end = 0
  for (let start = source.indexOf('{{'); start !== -1; start = source.indexOf('{{', end)) {
    const close = source.indexOf('}}', start)
    parts.push(source.slice(end, start))
    end = close === -1 ? source.length : close + 2
    parts.push(DYNAMIC.repeat(end - start))
  }
  return [...parts, source.slice(end)].join('')
}

/** Returns a function that reads the tags with a name, until it has read `READ_MAX` characters. */
function createTagReader(masked: string): (name: string) => SourceTag[] {
  // ASCII only, because other letters such as İ become longer and move the offsets.
  const lower = masked.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
  let left = READ_MAX
  return (name) => {
    const tags: SourceTag[] = []
    const opening = `<${name}`
    let offset = lower.indexOf(opening)
    for (; offset !== -1 && left > 0; offset = lower.indexOf(opening, offset + 1)) {
      const start = offset + opening.length
      const { tag, length } = readTag(masked.slice(start, start + TAG_LENGTH_MAX))
      if (tag) tags.push({ offset, ...tag })
      left -= opening.length + length
    }
    return tags
  }
}

const ATTRIBUTE = /([^\s"'<>/=\0]+)(?:\s{0,9}=\s{0,9}("[^"]*"|'[^']*'|[^\s"'<>]*))?/y

/**
 * Reads the attributes of a tag and the text after it.
 * @param rest the source after the name of the tag.
 * @returns the number of characters that were read, and the tag if it is complete.
 */
function readTag(rest: string): { tag?: Omit<SourceTag, 'offset'>; length: number } {
  // A longer name, such as that of <header> for <h>.
  if (!/^[\s/>\0]/.test(rest)) return { length: 1 }
  const attributes = new Map<string, string>()
  let isOpen = false
  for (let at = 0; at < rest.length;) {
    const character = rest[at] ?? ''
    if (character === '>') return { tag: { attributes, isOpen, text: textAt(rest, at + 1) }, length: at }
    ATTRIBUTE.lastIndex = at
    const [read = '', name, value = ''] = ATTRIBUTE.exec(rest) ?? []
    if (name !== undefined) attributes.set(name.toLowerCase(), unquoted(value))
    isOpen ||= character === DYNAMIC
    at += read.length || 1
  }
  return { length: rest.length }
}

function unquoted(value: string): string {
  return /^["']/.test(value) ? value.slice(1, -1) : value
}

function textAt(rest: string, start: number): string {
  const [text = ''] = /^[^<\0]*/.exec(rest.slice(start, start + TEXT_LENGTH_MAX)) ?? []
  return text.replaceAll(/\s+/g, ' ').trimStart()
}

function mayCreate(tag: SourceTag, element: Parameters<FindPosition>[0]): boolean {
  const actual = new Map(element.attributes)
  const hasOwn = [...tag.attributes].every(([name, value]) => mayEqual(value, actual.get(name)))
  const hasActual = tag.isOpen || [...actual.keys()].every((name) => tag.attributes.has(name))
  return hasOwn && hasActual && mayBegin(tag.text, element.text)
}

/** Returns whether an attribute of the source may have this value. A long value is cut off. */
function mayEqual(value: string, actual: string | undefined): boolean {
  if (actual === undefined) return false
  return isUncertain(value) || value.slice(0, VALUE_LENGTH_MAX) === actual
}

/** Returns whether a text may begin with the static text of the source. */
function mayBegin(text: string, actual: string): boolean {
  const length = Math.min(text.trimEnd().length, actual.length)
  return isUncertain(text) || text.slice(0, length) === actual.slice(0, length)
}

/** Returns true for a text with mustaches or entities, whose value in the document is not known. */
function isUncertain(text: string): boolean {
  return text.includes(DYNAMIC) || text.includes('&')
}
