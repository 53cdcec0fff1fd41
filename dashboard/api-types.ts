import openapiTypes, { astToString } from 'openapi-typescript'

/** File that stores the output of `apiTypes`. */
export const API_TYPES = new URL('src/api/schema.ts', import.meta.url)

/** Generates the TypeScript types of the dashboard API of the service at `url`. */
export async function apiTypes(url: string): Promise<string> {
  return await typesOf(`${url}/dashboard/openapi.json`, 'dashboard:api')
}

/**
 * Generates the TypeScript types of the routes in an OpenAPI document.
 * @param document URL of the document. @param script npm script that writes the types, for their header.
 */
export async function typesOf(document: string, script: string): Promise<string> {
  const response = await fetch(document)
  if (!response.ok) throw new Error(`${response.url} answered with status ${response.status}`)
  const head = `// Made by "npm run ${script}" from the service's own description of its routes. Not edited by hand.\n\n`
  return head + astToString(await openapiTypes(JSON.stringify(await response.json()), { alphabetize: true }))
}
