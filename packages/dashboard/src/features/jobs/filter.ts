import type { JobsQuery } from '../../api/jobs.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const CURSOR = /^\d{1,16}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
// While a year is typed, the field has the values 0002, 0020 and 0202. They are not sent.
const DAY = /^(19[7-9]\d|[2-9]\d{3})-\d{2}-\d{2}$/

// Cursors of all pages up to the current one. The link to the previous page needs them.
const CURSORS = 'cursor'

/** Parameters of the filter in the URL of the page. */
export const FILTER_NAMES = ['status', 'templateId', 'tokenId', 'batchId', 'mode', 'from', 'to'] as const
/** Parameter of the filter in the URL of the page. */
export type FilterName = (typeof FILTER_NAMES)[number]

const VALID: Record<FilterName | 'cursor', RegExp> = {
  status: /^(pending|processing|completed|failed)$/,
  templateId: UUID,
  batchId: UUID,
  tokenId: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^none$/,
  mode: /^(sync|async)$/,
  from: DAY,
  to: DAY,
  cursor: CURSOR,
}

/** Parses the query parameters of the page. Invalid values are ignored. */
export function queryFrom(search: URLSearchParams): JobsQuery {
  const fields = Object.entries(VALID).flatMap(([name, pattern]) => {
    const value = search.getAll(name).at(-1)
    return value !== undefined && pattern.test(value) && !isInvalidDate(pattern, value) ? [[name, value]] : []
  })
  // The values were validated above.
  return Object.fromEntries(fields) as JobsQuery
}

/** Returns true for dates that do not exist, such as 30 February. */
function isInvalidDate(pattern: RegExp, value: string): boolean {
  return pattern === DAY && !new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value)
}

/** Returns the URL parameters with one filter changed. The list starts at its first page again. */
export function withFilter(search: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const next = withCursors(search, [])
  if (value) next.set(name, value)
  else next.delete(name)
  return next
}

/** Returns the URL parameters of the next page; `undefined` on the last page. */
export function olderPage(search: URLSearchParams, nextCursor: string | null): URLSearchParams | undefined {
  return nextCursor === null ? undefined : withCursors(search, [...search.getAll(CURSORS), nextCursor])
}

/** Returns the URL parameters of the previous page; `undefined` on the first page. */
export function newerPage(search: URLSearchParams): URLSearchParams | undefined {
  const cursors = search.getAll(CURSORS)
  return cursors.length === 0 ? undefined : withCursors(search, cursors.slice(0, -1))
}

function withCursors(search: URLSearchParams, cursors: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(search)
  next.delete(CURSORS)
  for (const cursor of cursors) next.append(CURSORS, cursor)
  return next
}
