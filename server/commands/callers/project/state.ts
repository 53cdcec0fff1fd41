/** Changes of a file since it was pulled or pushed last. */
export type State = 'same' | 'changed here' | 'changed there' | 'changed in both' | 'not here' | 'not there'

/** State of a file, from its version here, in the account, and when it was pulled or pushed last. */
export function stateOf(
  { contentVersion: seen }: { contentVersion: string },
  here: { contentVersion: string } | undefined,
  there: { contentVersion: string } | undefined,
): State {
  if (!here) return 'not here'
  if (!there) return 'not there'
  if (here.contentVersion === there.contentVersion) return 'same'
  if (there.contentVersion === seen) return 'changed here'
  return here.contentVersion === seen ? 'changed there' : 'changed in both'
}
