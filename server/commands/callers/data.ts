import { text } from 'node:stream/consumers'
import { Refusal } from '../../errors.ts'
import { parseExactJson } from '../../rendering/fill/exact-json.ts'
import { readText } from './files.ts'
import { plain } from './texts.ts'

/** As the service has it. */
const ELEMENTS_MAX = 50

/** What a template is filled with, once it is known that the service takes it. */
export interface Data {
  value: object
  /** One for each page. */
  elements: unknown[]
}

/** The data in a file, or on the standard input for `-`. @throws {Refusal} that says what is wrong, and where. */
export async function readData(path: string): Promise<Data> {
  const [name, json] =
    path === '-' ? ['Standard input', await text(process.stdin)] : [plain(path), await readText(path)]
  return checkedData(parse(json, name), name)
}

/** The object in a file of JSON. @throws {Refusal} that says what is wrong, and where. */
export async function readObject(path: string): Promise<object> {
  const value = parse(await readText(path), plain(path))
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal('invalid', `${plain(path)} must contain a JSON object.`)
  return value
}

/** @throws {Refusal} for data of which no page can be made. */
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
      `${name} contains ${elements.length} elements.  The limit is ${ELEMENTS_MAX}. Split the data into several calls.`,
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
    const reason = error instanceof Error ? plain(error.message) : 'it cannot be parsed'
    throw new Refusal('invalid', `${name} is not valid JSON: ${reason}.`, { cause: error })
  }
}
