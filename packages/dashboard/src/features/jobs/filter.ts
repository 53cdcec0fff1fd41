import type { JobsQuery } from '../../api/jobs.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const CURSOR = /^\d{1,16}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
// While a year is typed, the field has the values 0002, 0020 and 0202. They are not sent.
const DAY = /^(19[7-9]\d|[2-9]\d{3})-\d{2}-\d{2}$/

/** Parameters of the filter in the URL of the page. */
export const FILTER_NAMES = ['state', 'template', 'key', 'mode', 'from', 'to'] as const
/** Parameter of the filter in the URL of the page. */
export type FilterName = (typeof FILTER_NAMES)[number]

const VALID: Record<FilterName | 'olderThan' | 'newerThan', RegExp> = {
  state: /^(pending|processing|completed|failed)$/,
  template: UUID,
  key: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^none$/,
  mode: /^(sync|async)$/,
  from: DAY,
  to: DAY,
  olderThan: CURSOR,
  newerThan: CURSOR,
}

/** Parses the query parameters of the page. Invalid values are ignored. */
export function queryFrom(search: URLSearchParams): JobsQuery {
  const fields = Object.entries(VALID).flatMap(([name, pattern]) => {
    const value = search.get(name)
    return value !== null && pattern.test(value) && !isInvalidDate(pattern, value) ? [[name, value]] : []
  })
  // The values were validated above.
  return Object.fromEntries(fields) as JobsQuery
}

/** Returns true for dates that do not exist, such as 30 February. */
function isInvalidDate(pattern: RegExp, value: string): boolean {
  return pattern === DAY && !new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value)
}

/** Returns the URL parameters with one filter changed. The list starts at its first page again. */
export function withFilter(search: URLSearchParams, name: FilterName, value: string | null): URLSearchParams {
  const next = new URLSearchParams(search)
  next.delete('olderThan')
  next.delete('newerThan')
  if (value) next.set(name, value)
  else next.delete(name)
  return next
}

/** Returns the URL parameters of another page of the same list. */
export function withPosition(
  search: URLSearchParams,
  name: 'olderThan' | 'newerThan',
  cursor: string,
): URLSearchParams {
  const next = new URLSearchParams(search)
  next.delete('olderThan')
  next.delete('newerThan')
  next.set(name, cursor)
  return next
}
