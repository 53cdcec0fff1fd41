import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { Account } from './operator.ts'

/** Whether an account works, in a word. */
export function AccountState({ account }: { account: Account }) {
  if (account.deletionAt !== null) return <StatusBadge tone="bad">Being deleted</StatusBadge>
  if (account.suspended) return <StatusBadge tone="off">Suspended</StatusBadge>
  return <StatusBadge tone="good">Active</StatusBadge>
}
