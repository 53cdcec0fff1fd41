/**
 * Whether an author knows what they replace. A repeated call finds its own work, and may.
 * @param seen the contentVersion that was there before them, null for none; undefined where they do not say.
 */
export function isExpectedVersion(
  seen: string | null | undefined,
  present: { contentVersion: string } | undefined,
  next: { contentVersion: string },
): boolean {
  if (seen === undefined || seen === (present?.contentVersion ?? null)) return true
  return present?.contentVersion === next.contentVersion
}
