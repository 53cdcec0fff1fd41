import { Type } from 'typebox'

// A path with an identifier that is not a UUID is answered 404, like the identifier of another account.
export const TemplateParams = Type.Object({ templateId: Type.String({ format: 'uuid' }) })
export const JobParams = Type.Object({ jobId: Type.String({ format: 'uuid' }) })

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Returns true for a UUID without prefix. The format `uuid` of ajv also allows `urn:uuid:`, PostgreSQL does not. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/

/** Returns true for printable ASCII. Other characters have no unique encoding in a header. */
export function isPrintableAscii(text: string): boolean {
  return PRINTABLE_ASCII.test(text)
}
