import { readFileSync } from 'node:fs'

/** JSON response of a route in the API reference. */
export interface SampleResponse {
  status: number
  body: unknown
}

/** File with the responses, which `npm run docs:responses` records from a service. */
export const RESPONSES = new URL('responses.json', import.meta.url)

let responses: ReadonlyMap<string, SampleResponse> | undefined

/** Returns the response to the sample of a route, or `undefined` if it has no JSON body. @param route method and path. */
export function sampleResponse(route: string): SampleResponse | undefined {
  // Read on first use, because most processes never show the reference.
  responses ??= new Map(Object.entries(JSON.parse(readFileSync(RESPONSES, 'utf8'))))
  return responses.get(route)
}
