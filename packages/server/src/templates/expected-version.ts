import { Refusal } from '@platen/template/refusal'

/**
 * Checks the version for optimistic concurrency. Returns true when the author has seen the present version, or when the
 * content is already stored, as in a repeated call.
 * @param expected The contentVersion that the author has seen; `null` for none; `undefined` for no check.
 */
export function isExpectedVersion(
  expected: string | null | undefined,
  current: { contentVersion: string } | undefined,
  next: { contentVersion: string },
): boolean {
  if (expected === undefined || expected === (current?.contentVersion ?? null)) return true
  return current?.contentVersion === next.contentVersion
}

/** Returns the refusal for a partial or an asset whose version is not the expected one. */
export function versionConflict(what: 'partial' | 'asset'): Refusal {
  return new Refusal(
    'changed',
    `This ${what} was changed or deleted after you read it, or it already exists. Nothing was saved. Read the ${what} again.`,
  )
}
