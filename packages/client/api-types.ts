import { typesOf } from '../dashboard/api-types.ts'

/** OpenAPI document of the public API. `npm run openapi` writes it. */
export const DOCUMENT = new URL('../server/src/openapi/v1.json', import.meta.url)
/** File that contains the output of `clientTypes`. */
export const CLIENT_TYPES = new URL('src/schema.ts', import.meta.url)

/** Generates the TypeScript types of the API. */
export async function clientTypes(): Promise<string> {
  return await typesOf(DOCUMENT, 'client:api')
}
