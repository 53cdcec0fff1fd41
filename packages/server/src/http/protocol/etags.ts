import { Refusal } from '@platen/template/refusal'

const TAG = /^"(\d{1,9})"$/
const VERSION_TAG = /^"([0-9a-f]{64})"$/

/** Returns the ETag of a revision. */
export function tagOf({ revision }: { revision: number }): string {
  return `"${revision}"`
}

/** Returns the ETag of a version under /v1: of a source, sample data, a data schema or an asset. */
export function versionTagOf({ contentVersion }: { contentVersion: string }): string {
  return `"${contentVersion}"`
}

/**
 * Returns the contentVersion that `If-Match` expects. `undefined` when any version may be replaced.
 * @throws {Refusal} `invalid` for another format.
 */
export function parseIfMatch(header: string | undefined): string | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  const version = VERSION_TAG.exec(header.trim())?.[1]
  if (version !== undefined) return version
  throw new Refusal('invalid', 'If-Match must be one ETag (the contentVersion in quotes) or *.')
}

/**
 * Returns the contentVersion that `If-Match` expects. `null` when `If-None-Match` expects that nothing is stored,
 * `undefined` without a precondition.
 * @throws {Refusal} `invalid` for another format, and for both headers.
 */
export function parsePreconditions(headers: {
  'if-match'?: string | undefined
  'if-none-match'?: string | undefined
}): string | null | undefined {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers
  if (ifNoneMatch === undefined) return parseIfMatch(ifMatch)
  if (ifNoneMatch.trim() !== '*') throw new Refusal('invalid', 'If-None-Match must be *.')
  if (ifMatch !== undefined) throw new Refusal('invalid', 'Send either If-Match or If-None-Match, not both.')
  return null
}

/**
 * Returns the revision that `If-Match` expects.
 * @throws {Refusal} `unconditional` without the header, `invalid` for another format.
 */
export function parseIfMatchRevision(header: string | undefined): number {
  if (header === undefined) {
    throw new Refusal(
      'unconditional',
      'If-Match is missing. Send the ETag of the version that you have read, so that no other change is overwritten.',
    )
  }
  const revision = TAG.exec(header)?.[1]
  if (revision === undefined)
    throw new Refusal('invalid', 'If-Match must be one ETag of this template or partial.')
  return Number(revision)
}
