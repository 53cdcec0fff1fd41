import openapiTypes, { astToString } from 'openapi-typescript'

/** The file that `apiTypes` is kept in. */
export const API_TYPES = new URL('src/api/schema.ts', import.meta.url)

/** TypeScript's types of all routes that a service at `url` has for the dashboard. */
export async function apiTypes(url: string): Promise<string> {
  return await typesOf(`${url}/dashboard/openapi.json`, 'dashboard:api')
}

/** TypeScript's types of the routes that an OpenAPI document describes. @param script which of ours writes them. */
export async function typesOf(document: string, script: string): Promise<string> {
  const answer = await fetch(document)
  if (!answer.ok) throw new Error(`${answer.url} was answered ${answer.status}`)
  const head = `// Made by "npm run ${script}" from the service's own description of its routes. Not edited by hand.\n\n`
  return head + astToString(await openapiTypes(JSON.stringify(await answer.json()), { alphabetize: true }))
}
