import { Type } from 'typebox'

// A path with an id that is no UUID is answered 404, like any other id that is not the caller's.
export const TemplateParams = Type.Object({ templateId: Type.String({ format: 'uuid' }) })
export const JobParams = Type.Object({ jobId: Type.String({ format: 'uuid' }) })

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether `text` is a UUID in its usual form: JSON Schema's `uuid` allows a `urn:uuid:` before it, PostgreSQL does not. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/

/** Whether `text` has neither control characters nor anything that a header's bytes may stand for in many ways. */
export function isPrintableAscii(text: string): boolean {
  return PRINTABLE_ASCII.test(text)
}
