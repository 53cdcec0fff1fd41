import type { JobsQuery } from './jobs.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const CURSOR = /^\d{1,16}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
// While somebody types a year it is 0002, 0020 and 0202.
const DAY = /^(19[7-9]\d|[2-9]\d{3})-\d{2}-\d{2}$/

/** The names under which a filter stands in a page's address. */
export const FILTER_NAMES = ['state', 'template', 'key', 'mode', 'from', 'to'] as const
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

/** The query that an address stands for. What is not valid in it is left out. */
export function queryFrom(search: URLSearchParams): JobsQuery {
  const given = Object.entries(VALID).flatMap(([name, pattern]) => {
    const value = search.get(name)
    return value !== null && pattern.test(value) && !isNoDay(pattern, value) ? [[name, value]] : []
  })
  // Their forms have just been looked at.
  return Object.fromEntries(given) as JobsQuery
}

/** 30 February and the like. */
function isNoDay(pattern: RegExp, value: string): boolean {
  return pattern === DAY && !new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value)
}

/** An address's search with one part of the filter changed; the list begins anew then. */
export function withFilter(search: URLSearchParams, name: FilterName, value: string | null): URLSearchParams {
  const next = new URLSearchParams(search)
  next.delete('olderThan')
  next.delete('newerThan')
  if (value) next.set(name, value)
  else next.delete(name)
  return next
}

/** An address's search for another page of the same list. */
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
