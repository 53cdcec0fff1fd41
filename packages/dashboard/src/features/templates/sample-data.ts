declare global {
  interface JSON {
    /** Returns a value that `JSON.stringify` writes as `text`. Not available in browsers before 2025. */
    rawJSON?(text: string): unknown
    parse(
      text: string,
      reviver: (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown,
    ): unknown
  }
}

const ELEMENTS_MAX = 50

/** Parsed sample data, or the reason why a template cannot be filled with it. */
export type Data = { value: object; problem?: undefined } | { value?: undefined; problem: string }

/** Parses sample data with the rules of the service: an object, or an array of 1 to 50 elements. */
export function readData(text: string): Data {
  const value = parse(text)
  if (value === undefined) return { problem: 'The data is not valid JSON.' }
  if (typeof value !== 'object' || value === null)
    return { problem: 'The data must be an object or an array.' }
  if (!Array.isArray(value)) return { value }
  if (value.length === 0) return { problem: 'The array is empty. It must have at least one element.' }
  if (value.length > ELEMENTS_MAX)
    return { problem: `The array has ${value.length} elements. The limit is ${ELEMENTS_MAX}.` }
  return value.includes(null) ? { problem: 'An element of the array is null.' } : { value }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text, keepDigits)
  } catch {
    return undefined
  }
}

/** JSON reviver that preserves the digits of integers that a number cannot represent, as the service does. */
function keepDigits(_key: string, value: unknown, { source = '' }: { source?: string }): unknown {
  const isChanged = typeof value === 'number' && /^-?\d+$/.test(source) && String(value) !== source
  return isChanged && JSON.rawJSON ? JSON.rawJSON(source) : value
}
