import { text } from 'node:stream/consumers'
import { Refusal } from '@platen/template/refusal'
import { parseExactJson } from '@platen/template/exact-json'
import { readText } from './files.ts'
import { withoutControls } from './output/texts.ts'

/** Limit of the service. */
const ELEMENTS_MAX = 50

/** Validated data of a call. */
export interface Data {
  value: object
  /** One element for each page. */
  elements: unknown[]
}

/** Reads data from a file, or from standard input for `-`. @throws {Refusal} with the problem and its position. */
export async function readData(path: string): Promise<Data> {
  const [name, json] =
    path === '-'
      ? ['Standard input', await text(process.stdin)]
      : [withoutControls(path), await readText(path)]
  return checkedData(parse(json, name), name)
}

/** Reads a JSON object from a file. @throws {Refusal} with the problem and its position. */
export async function readObject(path: string): Promise<object> {
  const value = parse(await readText(path), withoutControls(path))
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal('invalid', `${withoutControls(path)} must contain a JSON object.`)
  return value
}

/** @throws {Refusal} for data that the service rejects. */
function checkedData(value: unknown, name: string): Data {
  if (typeof value !== 'object' || value === null) {
    throw new Refusal(
      'invalid',
      `${name} must contain an object, or an array with one element for each page.`,
    )
  }
  const elements: unknown[] = Array.isArray(value) ? value : [value]
  if (elements.length === 0)
    throw new Refusal('invalid', `${name} contains an empty array. Add one element for each page.`)
  if (elements.length > ELEMENTS_MAX) {
    throw new Refusal(
      'invalid',
      `${name} contains ${elements.length} elements. The limit is ${ELEMENTS_MAX}. Split the data into several calls.`,
    )
  }
  const none = elements.indexOf(null)
  if (none !== -1)
    throw new Refusal(
      'invalid',
      `${name}: element ${none + 1} is null. Remove it, or replace it with an object.`,
    )
  return { value, elements }
}

function parse(json: string, name: string): unknown {
  try {
    return parseExactJson(json.replace(/^\uFEFF/, ''))
  } catch (error) {
    const reason = error instanceof Error ? withoutControls(error.message) : 'it cannot be parsed'
    throw new Refusal('invalid', `${name} is not valid JSON: ${reason}.`, { cause: error })
  }
}
