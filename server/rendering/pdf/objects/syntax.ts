/**
 * A PDF value as Chromium writes it: a dictionary, an array, or the text of anything else, references
 * ("12 0 R") included.
 */
export type Value = string | Value[] | Dictionary
export type Dictionary = Map<string, Value>

const HEX_STRING = /<[0-9A-Fa-f\s]*>/y
const NAME = /\/[^\s()<>[\]{}/%]*/y
const REFERENCE_TOKEN = /\d+ \d+ R(?![A-Za-z0-9])/y
const WORD = /[^\s()<>[\]{}/%]+/y
const SPACE = /\s*/y
const REFERENCE = /^(\d+) 0 R$/
const REFERENCES = /(?<![A-Za-z0-9.])(\d+) 0 R(?![A-Za-z0-9])/g

/** What is not a PDF as Chromium prints it. Nothing is repaired here: a damaged document is never handed out. */
export class PdfError extends Error {
  override name = 'PdfError'
}

/** Reads the value that begins at `start`. @returns it with the place where it ends. */
export function parseValue(text: string, start = 0): { value: Value; end: number } {
  const { token, end } = nextToken(text, start)
  if (token === '<<') return parseDictionary(text, end)
  if (token === '[') return parseArray(text, end)
  if (token === '>>' || token === ']') throw new PdfError(`Unexpected ${token} at ${start}`)
  return { value: token, end }
}

/** The dictionary that `text` is. @throws {PdfError} when it is something else. */
export function dictionaryOf(text: string): Dictionary {
  const { value } = parseValue(text)
  if (value instanceof Map) return value
  throw new PdfError(`A dictionary was expected: ${text.slice(0, 80)}`)
}

/** A value as text again. */
export function textOf(value: Value): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return `[${value.map(textOf).join(' ')}]`
  return `<<${Array.from(value, ([key, member]) => `${key} ${textOf(member)}`).join('\n')}>>`
}

/** The number of the object that `value` refers to. @throws {PdfError} when it is no reference. */
export function referenceOf(value: Value | undefined): number {
  const number = typeof value === 'string' ? REFERENCE.exec(value)?.[1] : undefined
  if (number === undefined)
    throw new PdfError(`A reference was expected: ${value === undefined ? 'nothing' : textOf(value)}`)
  return Number(number)
}

/** `text` with every reference renumbered, and its strings left alone. */
export function renumbered(text: string, numberFor: (number: number) => number): string {
  return mapOutsideStrings(text, (part) =>
    part.replace(REFERENCES, (_, number: string) => `${numberFor(Number(number))} 0 R`),
  )
}

/** A part of a text: a literal string with its parentheses, or what is between two of them. */
export interface TextPart {
  text: string
  isString: boolean
}

/**
 * Splits a text at its literal strings, in one pass: a heading may say "12 0 R" and mean it.
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

/** `text` with everything outside of its literal strings replaced by what `map` makes of it. */
export function mapOutsideStrings(text: string, map: (part: string) => string): string {
  let mapped = ''
  // Up to here the text is in `mapped`. A text of many strings is not cut at each.
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
    if (!key.token.startsWith('/')) throw new PdfError(`A name was expected at ${position}: ${key.token}`)
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
  if (token === undefined) throw new PdfError(`Nothing that can be read at ${start}`)
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
 * The end of the string that begins at `start`. Chromium escapes every parenthesis within a string. It is not a pattern
 * that finds it: on some megabytes that would exhaust the engine's stack.
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
