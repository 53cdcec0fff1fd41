import { readData } from '../templates/sample-data.ts'

/** Returns the field `data` of a body as formatted JSON text. `undefined` for a body without it. */
export function dataIn(body: string): string | undefined {
  const { value } = readData(body)
  return value && 'data' in value ? JSON.stringify(value.data, null, 2) : undefined
}
