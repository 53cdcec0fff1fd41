declare global {
  interface JSON {
    /** A value that `JSON.stringify` writes as `text`. Browsers before 2025 lack it. */
    rawJSON?(text: string): unknown
    parse(
      text: string,
      reviver: (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown,
    ): unknown
  }
}

const ELEMENTS_MAX = 50

/** What a text of JSON says, or why a template cannot be filled with it. */
export type Data = { value: object; problem?: undefined } | { value?: undefined; problem: string }

/** Reads sample data as the service does: an object, or a list of 1 to 50 elements. */
export function readData(text: string): Data {
  const value = parse(text)
  if (value === undefined) return { problem: 'The data is not valid JSON.' }
  if (typeof value !== 'object' || value === null) return { problem: 'The data must be an object or a list.' }
  if (!Array.isArray(value)) return { value }
  if (value.length === 0) return { problem: 'The list of data is empty.' }
  if (value.length > ELEMENTS_MAX)
    return { problem: `The list of data has more than ${ELEMENTS_MAX} elements.` }
  return value.includes(null) ? { problem: 'An element of the data is null.' } : { value }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text, keepDigits)
  } catch {
    return undefined
  }
}

/** Keeps an integer that a number cannot hold digit by digit, as the service does. */
function keepDigits(_key: string, value: unknown, { source = '' }: { source?: string }): unknown {
  const isChanged = typeof value === 'number' && /^-?\d+$/.test(source) && String(value) !== source
  return isChanged && JSON.rawJSON ? JSON.rawJSON(source) : value
}
