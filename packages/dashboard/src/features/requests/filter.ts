import type { RequestsQuery } from '../../api/requests.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const CURSOR = /^\d{1,16}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const VALID = {
  status: /^[2345](xx|\d\d)$/,
  method: /^(GET|HEAD|POST|PUT|PATCH|DELETE)$/,
  route: /^\/v1\/[\w/{}-]{1,150}$/,
  templateId: UUID,
  tokenId: UUID,
  isTest: /^(true|false)$/,
  requestId: UUID,
} as const

/** Parameter of the filter in the URL of the page. */
export type FilterName = keyof typeof VALID

/** Returns true when the URL has a filter. */
export function isFiltered(search: URLSearchParams): boolean {
  return Object.keys(VALID).some((name) => search.has(name))
}

/** Parses the query parameters of the page. Invalid values are ignored. */
export function queryFrom(search: URLSearchParams): RequestsQuery {
  const fields = Object.entries({ ...VALID, cursor: CURSOR }).flatMap(([name, pattern]) => {
    const value = search.getAll(name).at(-1)
    return value !== undefined && pattern.test(value) ? [[name, value]] : []
  })
  // The values were validated above.
  return Object.fromEntries(fields) as RequestsQuery
}

/** Returns the id in a text that a user has copied, such as `x-request-id: 5b0c…`. */
export function requestIdIn(text: string): string | undefined {
  return /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(text.toLowerCase())?.[0]
}
