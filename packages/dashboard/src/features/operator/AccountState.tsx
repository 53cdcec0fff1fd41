import { StatusBadge } from '../../ui/text/StatusBadge.tsx'
import type { Account } from './operator.ts'

/** Badge with the state of an account. */
export function AccountState({ account }: { account: Account }) {
  if (account.deletionAt !== null) return <StatusBadge tone="bad" label="Deletion scheduled" />
  if (account.suspended) return <StatusBadge tone="off" label="Suspended" />
  return <StatusBadge tone="good" label="Active" />
}
