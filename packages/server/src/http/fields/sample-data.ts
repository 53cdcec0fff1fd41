import { Refusal } from '@platen/template/refusal'
import { SAMPLE_DATA_BYTES_MAX } from '@platen/template/template-limits'
import type { DataSet } from '../../templates/data-sets.ts'
import { parseJsonText } from '../bodies/json-texts.ts'
import { PAGES_MAX } from '../schemas/schemas.ts'

/**
 * Checks sample data and returns the text as its author wrote it.
 * @throws {Refusal} `invalid` for data that a call could not send.
 */
export function readSampleData(text: string | undefined): string | undefined {
  return text === undefined ? undefined : readDataText(text, 'sampleData')
}

/** Checks a data set. @throws {Refusal} as `readSampleData`, with the name of the data set. */
export function readDataSet({ name, data }: DataSet): DataSet {
  return { name, data: readDataText(data, `The data set ${JSON.stringify(name)}`) }
}

function readDataText(text: string, what: string): string {
  const data = parseJsonText(text, what, SAMPLE_DATA_BYTES_MAX)
  const elements = Array.isArray(data) ? data : [data]
  const isUsable = elements.length >= 1 && elements.length <= PAGES_MAX && !elements.includes(null)
  if ((Array.isArray(data) || typeof data === 'object') && isUsable) return text
  throw new Refusal('invalid', `${what} must be an object, or an array of 1 to ${PAGES_MAX} elements.`)
}
