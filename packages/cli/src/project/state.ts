/** Changes of a file since the last pull or push. "There" is the account. */
export type State = 'same' | 'changed here' | 'changed there' | 'changed in both' | 'not here' | 'not there'

/** Returns the state of a file from its versions on this machine, in the account, and at the last pull or push. */
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
