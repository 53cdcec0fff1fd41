/**
 * A PDF value as Chromium writes it: a dictionary, an array, or the text of anything else, references
 * ("12 0 R") included.
 */
export type Value = string | Value[] | Dictionary
export type Dictionary = Map<string, Value>

// Strings in parentheses come with their inner parentheses escaped; anything else is not Chromium's.
const TOKEN =
  /\((?:[^()\\]|\\[^])*\)|<<|>>|<[0-9A-Fa-f\s]*>|\[|\]|\/[^\s()<>[\]{}/%]*|\d+ \d+ R(?![A-Za-z0-9])|[^\s()<>[\]{}/%]+/y
const SPACE = /\s*/y
const REFERENCE = /^(\d+) 0 R$/
const REFERENCES = outsideStrings(/(?<![A-Za-z0-9.])(\d+) 0 R(?![A-Za-z0-9])/)

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
  return text.replace(REFERENCES, (match, number: string | undefined) =>
    number === undefined ? match : `${numberFor(Number(number))} 0 R`,
  )
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

function nextToken(text: string, start: number): { token: string; end: number } {
  SPACE.lastIndex = start
  SPACE.exec(text)
  TOKEN.lastIndex = SPACE.lastIndex
  const token = TOKEN.exec(text)?.[0]
  if (token === undefined) throw new PdfError(`Nothing that can be read at ${start}`)
  return { token, end: TOKEN.lastIndex }
}

/**
 * A pattern that finds strings as well, so that nothing is found inside of them: a heading may say "12 0 R" and
 * mean it. At a string, all groups of `pattern` are undefined.
 */
export function outsideStrings(pattern: RegExp): RegExp {
  return new RegExp(`\\((?:[^()\\\\]|\\\\[^])*\\)|${pattern.source}`, 'g')
}
