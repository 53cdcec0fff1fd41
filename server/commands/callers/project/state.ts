/** Changes of a file since it was pulled or pushed last. */
export type State = 'same' | 'changed here' | 'changed there' | 'changed in both' | 'not here' | 'not there'

/** State of a file, from its version here, in the account, and when it was pulled or pushed last. */
export function stateOf(
  { contentVersion: lastVersion }: { contentVersion: string },
  local: { contentVersion: string } | undefined,
  remote: { contentVersion: string } | undefined,
): State {
  if (!local) return 'not here'
  if (!remote) return 'not there'
  if (local.contentVersion === remote.contentVersion) return 'same'
  if (remote.contentVersion === lastVersion) return 'changed here'
  return local.contentVersion === lastVersion ? 'changed there' : 'changed in both'
}
