import { StatusBadge } from '../../ui/text/StatusBadge.tsx'
import type { Account } from './operator.ts'

/** Badge with the state of an account. */
export function AccountState({ account }: { account: Account }) {
  if (account.deletionAt !== null) return <StatusBadge tone="bad">Deletion scheduled</StatusBadge>
  if (account.suspended) return <StatusBadge tone="off">Suspended</StatusBadge>
  return <StatusBadge tone="good">Active</StatusBadge>
}
