import { Type } from 'typebox'
import { parseExactJson } from '@platen/template/exact-json'
import { ToolRefusal } from '../tool-errors.ts'

/** Data of a render. Some models send JSON as a string. */
export const Data = Type.Unsafe<object | string>({
  anyOf: [{ type: 'object' }, { type: 'array' }, { type: 'string' }],
  description:
    'An object renders one page. An array renders one page for each element, at most 50. A string is parsed as JSON.',
})

/** Returns the data, parsed when it is a string. @throws {ToolRefusal} unless it is an object or an array. */
export function readData(data: object | string): object {
  if (typeof data === 'object') return data
  const value = parsed(data)
  if (typeof value === 'object' && value !== null) return value
  throw invalidData()
}

function parsed(text: string): unknown {
  try {
    return parseExactJson(text)
  } catch {
    throw invalidData()
  }
}

function invalidData(): ToolRefusal {
  return new ToolRefusal(
    'data must be an object or an array, or a string with the JSON of one.',
    'pass an object.',
  )
}
