import { BadRequest } from '../errors.ts'

// URL parsers resolve "." and "..", even if the dots are escaped, and some proxies decode escaped slashes.
const NOT_A_SEGMENT = /^\.{0,2}$|[/\\\p{Cc}\p{Cs}]/u
const SHOWN_LENGTH_MAX = 100

/**
 * Returns the path of a resource, such as `/v1/templates/3f2b…`.
 * @param field name of the argument, for the error message.
 * @throws {BadRequest} for an id or name that would change the path.
 */
export function resourcePath(
  collection:
    | 'templates'
    | 'partials'
    | 'assets'
    | 'certificates'
    | 'jobs'
    | 'batches'
    | 'requests'
    | 'webhooks'
    | 'webhook-listeners',
  field: 'templateId' | 'jobId' | 'batchId' | 'requestId' | 'name' | 'webhookId' | 'listenerId',
  value: string,
): string {
  return `/v1/${collection}/${pathSegment(field, value)}`
}

/** Returns an id or name as a segment of a path. @throws {BadRequest} for a value that would change the path. */
export function pathSegment(field: string, value: string): string {
  if (typeof value === 'string' && !NOT_A_SEGMENT.test(value)) return encodeURIComponent(value)
  const shown = typeof value === 'string' ? JSON.stringify(value.slice(0, SHOWN_LENGTH_MAX)) : String(value)
  throw new BadRequest(
    `${field} must be a string without slashes and control characters, and not empty, "." or "..". Received: ${shown}.`,
  )
}

/** Formats the defined parameters as a query with its `?`. Empty if there are none. */
export function queryOf(parameters: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query.set(name, String(value))
  }
  return query.size === 0 ? '' : `?${query}`
}
