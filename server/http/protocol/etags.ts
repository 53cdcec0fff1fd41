import { Refusal } from '../../errors.ts'

const TAG = /^"(\d{1,9})"$/
const VERSION_TAG = /^"([0-9a-f]{64})"$/

/** The ETag of a revision. */
export function tagOf({ revision }: { revision: number }): string {
  return `"${revision}"`
}

/** The ETag of what has a version under /v1: a source, sample data or a schema. */
export function versionTagOf({ contentVersion }: { contentVersion: string }): string {
  return `"${contentVersion}"`
}

/**
 * The contentVersion that a caller has seen, as `If-Match` says; undefined where any may be replaced.
 * @throws {Refusal} `invalid` for what is no ETag of ours.
 */
export function versionSeen(header: string | undefined): string | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  const version = VERSION_TAG.exec(header.trim())?.[1]
  if (version !== undefined) return version
  throw new Refusal('invalid', 'If-Match takes one ETag: the contentVersion in quotes, or *.')
}

/**
 * The contentVersion that a caller has seen, as `If-Match` and `If-None-Match` say; null where they have seen that there
 * is nothing, undefined where they say nothing.
 * @throws {Refusal} `invalid` for what is no ETag of ours, and for both at once.
 */
export function versionOrNoneSeen(headers: {
  'if-match'?: string | undefined
  'if-none-match'?: string | undefined
}): string | null | undefined {
  const { 'if-match': some, 'if-none-match': none } = headers
  if (none === undefined) return versionSeen(some)
  if (none.trim() !== '*')
    throw new Refusal('invalid', 'If-None-Match takes * alone: only where there is none.')
  if (some !== undefined) throw new Refusal('invalid', 'If-Match and If-None-Match contradict each other.')
  return null
}

/**
 * The revision that a caller has seen, as `If-Match` says.
 * @throws {Refusal} `unconditional` without one, `invalid` for what is no ETag of ours.
 */
export function revisionSeen(header: string | undefined): number {
  if (header === undefined) {
    throw new Refusal(
      'unconditional',
      'If-Match is missing. Send the ETag with which the template was read, so that nobody’s change is lost.',
    )
  }
  const revision = TAG.exec(header)?.[1]
  if (revision === undefined) throw new Refusal('invalid', 'If-Match takes one ETag of this template.')
  return Number(revision)
}
