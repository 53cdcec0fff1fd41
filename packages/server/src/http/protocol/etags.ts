import { Refusal } from '@platen/template/refusal'

const TAG = /^"([0-9a-f]{64})"$/

/** Returns the ETag of a version: a contentVersion, or another SHA-256 in hex. */
export function tagOf(version: string): string {
  return `"${version}"`
}

/**
 * Returns the version that `If-Match` expects. `null` when `If-None-Match` expects that nothing is stored, `undefined`
 * without a precondition or when any version may be replaced.
 * @param options.isRequired rejects a request without a precondition, and one that any version meets.
 * @throws {Refusal} `invalid` for another format, and for both headers; `unconditional`.
 */
export function parsePreconditions(
  headers: { 'if-match'?: string | undefined; 'if-none-match'?: string | undefined },
  { isRequired = false }: { isRequired?: boolean | undefined } = {},
): string | null | undefined {
  const [ifMatch, ifNoneMatch] = [headers['if-match']?.trim(), headers['if-none-match']?.trim()]
  if (ifMatch !== undefined && ifNoneMatch !== undefined)
    throw new Refusal('invalid', 'Send either If-Match or If-None-Match, not both.')
  if (ifNoneMatch !== undefined) {
    if (ifNoneMatch === '*') return null
    throw new Refusal('invalid', 'If-None-Match must be *.')
  }
  if (isRequired && (ifMatch === undefined || ifMatch === '*')) {
    throw new Refusal(
      'unconditional',
      'If-Match is missing. Send the ETag of the version that you have read, so that no other change is overwritten.',
    )
  }
  if (ifMatch === undefined || ifMatch === '*') return undefined
  const version = TAG.exec(ifMatch)?.[1]
  if (version !== undefined) return version
  throw new Refusal('invalid', 'If-Match must be one ETag (64 hexadecimal digits in quotes) or *.')
}
