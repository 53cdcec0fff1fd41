import { typesOf } from '../dashboard/api-types.ts'

/** File that contains the output of `clientTypes`. */
export const CLIENT_TYPES = new URL('src/schema.ts', import.meta.url)

/** Generates the TypeScript types of the API of the service at `url`. */
export async function clientTypes(url: string): Promise<string> {
  return await typesOf(`${url}/openapi.json`, 'client:api')
}
