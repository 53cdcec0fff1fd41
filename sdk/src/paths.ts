import { BadRequest } from './errors.ts'

// URL parsers resolve "." and "..", also when the dots are escaped, and some proxies decode escaped slashes.
const NOT_A_SEGMENT = /^\.{0,2}$|[/\\\p{Cc}\p{Cs}]/u
const SHOWN_LENGTH_MAX = 100

/**
 * Path of a resource of the service, such as `/v1/templates/3f2b…`.
 * @param field the name of the argument, for the error's message.
 * @throws {BadRequest} for an id or name with which the path would be that of something else.
 */
export function resourcePath(
  collection: 'templates' | 'partials' | 'assets' | 'jobs',
  field: 'templateId' | 'jobId' | 'name',
  value: string,
): string {
  if (typeof value === 'string' && !NOT_A_SEGMENT.test(value)) {
    return `/v1/${collection}/${encodeURIComponent(value)}`
  }
  const shown = typeof value === 'string' ? JSON.stringify(value.slice(0, SHOWN_LENGTH_MAX)) : String(value)
  throw new BadRequest(
    `${field} must be a string without slashes and control characters, and not empty, "." or "..". Received: ${shown}.`,
  )
}
