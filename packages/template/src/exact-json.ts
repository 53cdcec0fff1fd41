// Has no imports, because the template host, the service, the command line and the MCP server all load it.

declare global {
  interface JSON {
    /**
     * Returns a value that `JSON.stringify` writes as `text` (ECMAScript proposal "JSON.parse source text access").
     */
    rawJSON(text: string): unknown
    isRawJSON(value: unknown): boolean
    parse(
      text: string,
      reviver: (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown,
    ): unknown
  }
}

/** Integers with fewer digits are below 2^53, and JavaScript keeps each of them. */
const LONG_NUMBER = /\d{16}/
/** An integer between two strings. Decimals and exponents are approximate by nature. */
const LONG_INTEGER = /(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g

/**
 * Parses JSON and keeps all digits of integers: `JSON.parse` returns 9007199254740992 for 9007199254740993. Texts
 * without such an integer, which are nearly all, cost one more scan.
 *
 * @param convert converts an integer that a number cannot hold. By default `JSON.stringify` writes it as it was read
 * @throws {SyntaxError} as `JSON.parse`, and a RangeError for such a text with thousands of levels
 */
export function parseExactJson(text: string, convert: (digits: string) => unknown = JSON.rawJSON): unknown {
  if (!hasInexactInteger(text)) return JSON.parse(text)
  if (!('rawJSON' in JSON))
    throw new SyntaxError('it has an integer with more than 15 digits, which needs Node 22 or newer')
  return JSON.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && isInexactInteger(source) ? convert(source) : value,
  )
}

/** Returns true if a valid JSON text has an integer that a number cannot hold. Takes linear time. */
export function hasInexactInteger(text: string): boolean {
  if (!LONG_NUMBER.test(text)) return false
  for (let at = 0; at !== -1;) {
    const quote = text.indexOf('"', at)
    const betweenStrings = text.slice(at, quote === -1 ? text.length : quote)
    if (betweenStrings.match(LONG_INTEGER)?.some(isInexactInteger)) return true
    at = quote === -1 ? -1 : endOfString(text, quote)
  }
  return false
}

function isInexactInteger(source: string): boolean {
  return source.length >= 16 && /^-?\d+$/.test(source) && String(Number(source)) !== source
}

/** Returns the offset after the string that starts at `start`, or -1 when the text ends before. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text[end - 1 - backslashes] === '\\') backslashes += 1
    if (backslashes % 2 === 0) return end + 1
  }
  return -1
}
