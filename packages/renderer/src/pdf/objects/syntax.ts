/** A PDF value: a dictionary, an array, or the text of any other value, including a reference ("12 0 R"). */
export type Value = string | Value[] | Dictionary
export type Dictionary = Map<string, Value>

const HEX_STRING = /<[0-9A-Fa-f\s]*>/y
const NAME = /\/[^\s()<>[\]{}/%]*/y
const REFERENCE_TOKEN = /\d+ \d+ R(?![A-Za-z0-9])/y
const WORD = /[^\s()<>[\]{}/%]+/y
const SPACE = /\s*/y
const REFERENCE = /^(\d+) 0 R$/
const REFERENCES = /(?<![A-Za-z0-9.])(\d+) 0 R(?![A-Za-z0-9])/g

/** Error in a PDF that is not as Chromium writes it. Nothing is repaired: a damaged document is never delivered. */
export class PdfError extends Error {
  override name = 'PdfError'
}

/** Parses the value that begins at `start`. @returns the value and the position of its end. */
export function parseValue(text: string, start = 0): { value: Value; end: number } {
  const { token, end } = nextToken(text, start)
  if (token === '<<') return parseDictionary(text, end)
  if (token === '[') return parseArray(text, end)
  if (token === '>>' || token === ']') throw new PdfError(`Unexpected ${token} at ${start}`)
  return { value: token, end }
}

/** Parses a dictionary. @throws {PdfError} when `text` is another value. */
export function dictionaryOf(text: string): Dictionary {
  const { value } = parseValue(text)
  if (value instanceof Map) return value
  throw new PdfError(`Expected a dictionary: ${text.slice(0, 80)}`)
}

/** Writes a value as text. */
export function textOf(value: Value): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return `[${value.map(textOf).join(' ')}]`
  return `<<${Array.from(value, ([key, member]) => `${key} ${textOf(member)}`).join('\n')}>>`
}

/** Returns the number of the object that `value` refers to. @throws {PdfError} when it is not a reference. */
export function referenceOf(value: Value | undefined): number {
  const number = typeof value === 'string' ? REFERENCE.exec(value)?.[1] : undefined
  if (number === undefined)
    throw new PdfError(`Expected a reference: ${value === undefined ? 'nothing' : textOf(value)}`)
  return Number(number)
}

/** Returns whether a value refers to an object. */
export function isReference(value: Value | undefined): value is string {
  return typeof value === 'string' && REFERENCE.test(value)
}

/** Returns `text` with new numbers in its references. Strings are not changed. */
export function renumberReferences(text: string, numberFor: (number: number) => number): string {
  return mapOutsideStrings(text, (part) =>
    part.replace(REFERENCES, (_, number: string) => `${numberFor(Number(number))} 0 R`),
  )
}

/** A part of a text: a literal string with its parentheses, or the text between two of them. */
export interface TextPart {
  text: string
  isString: boolean
}

/**
 * Splits a text at its literal strings, in one pass. A string such as a heading may contain "12 0 R", which is not a
 * reference.
 * @throws {PdfError} when a string does not end.
 */
export function* splitAtStrings(text: string): Generator<TextPart> {
  let start = 0
  for (let open = text.indexOf('('); open !== -1; open = text.indexOf('(', start)) {
    if (open > start) yield { text: text.slice(start, open), isString: false }
    start = literalStringEnd(text, open)
    yield { text: text.slice(open, start), isString: true }
  }
  if (start < text.length) yield { text: text.slice(start), isString: false }
}

/** Returns `text` with `map` applied to the parts outside of its literal strings. */
export function mapOutsideStrings(text: string, map: (part: string) => string): string {
  let mapped = ''
  // The end of the text that is in `mapped`. Unchanged parts are copied together, which is faster for many strings.
  let done = 0
  let at = 0
  for (const { text: part, isString } of splitAtStrings(text)) {
    const replaced = isString ? part : map(part)
    if (replaced !== part) {
      mapped += text.slice(done, at) + replaced
      done = at + part.length
    }
    at += part.length
  }
  return done === 0 ? text : mapped + text.slice(done)
}

function parseDictionary(text: string, start: number): { value: Dictionary; end: number } {
  const value: Dictionary = new Map()
  for (let position = start; ;) {
    const key = nextToken(text, position)
    if (key.token === '>>') return { value, end: key.end }
    if (!key.token.startsWith('/')) throw new PdfError(`Expected a name at ${position}: ${key.token}`)
    const member = parseValue(text, key.end)
    value.set(key.token, member.value)
    position = member.end
  }
}

function parseArray(text: string, start: number): { value: Value[]; end: number } {
  const value: Value[] = []
  for (let position = start; ;) {
    const { token, end } = nextToken(text, position)
    if (token === ']') return { value, end }
    const element = parseValue(text, position)
    value.push(element.value)
    position = element.end
  }
}

interface Token {
  token: string
  end: number
}

function nextToken(text: string, start: number): Token {
  SPACE.lastIndex = start
  SPACE.exec(text)
  const at = SPACE.lastIndex
  const token = tokenAt(text, at)
  if (token === undefined) throw new PdfError(`Expected a value at ${start}`)
  return { token, end: at + token.length }
}

function tokenAt(text: string, at: number): string | undefined {
  const first = text[at] ?? ''
  switch (first) {
    case '(':
      return text.slice(at, literalStringEnd(text, at))
    case '[':
    case ']':
      return first
    case '<':
      return text[at + 1] === '<' ? '<<' : matchAt(HEX_STRING, text, at)
    case '>':
      return text[at + 1] === '>' ? '>>' : undefined
    case '/':
      return matchAt(NAME, text, at)
    default:
      return (isDigit(first) ? matchAt(REFERENCE_TOKEN, text, at) : undefined) ?? matchAt(WORD, text, at)
  }
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9'
}

/**
 * Returns the end of the string that begins at `start`. Chromium escapes every parenthesis within a string. A regular
 * expression would exhaust the stack of the engine on several megabytes.
 */
function literalStringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at]
    if (character === ')') return at + 1
    if (character === '\\') at += 1
    else if (character === '(') break
  }
  throw new PdfError(`The string at ${start} does not end`)
}
