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
