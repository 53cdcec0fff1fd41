import { typesOf } from '../dashboard/api-types.ts'

/** The file that `clientTypes` is kept in. */
export const CLIENT_TYPES = new URL('src/schema.ts', import.meta.url)

/** TypeScript's types of all routes that a service at `url` has for programs. */
export async function clientTypes(url: string): Promise<string> {
  return await typesOf(`${url}/openapi.json`, 'client:api')
}
