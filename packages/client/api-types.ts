import { typesOf } from '../dashboard/api-types.ts'
import { readDocument } from './document.ts'

/** File that contains the output of `clientTypes`. */
export const CLIENT_TYPES = new URL('src/schema.ts', import.meta.url)

/** Generates the TypeScript types of the API. */
export async function clientTypes(): Promise<string> {
  return await typesOf(await readDocument(), 'client:api')
}
