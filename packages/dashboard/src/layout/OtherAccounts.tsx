import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { accountsQuery } from '../api/me.ts'
import { openAccount } from '../session/account.ts'

/** Buttons that open the accounts of the user that are not suspended. */
export function OtherAccounts() {
  // Fails if all accounts are suspended.
  const { data: accounts = [] } = useQuery({ ...accountsQuery, throwOnError: false })
  return accounts
    .filter(({ suspended }) => !suspended)
    .map(({ userId, email, isOwn }) => (
      <Button key={userId} variant="default" onClick={() => openAccount(userId)}>
        {isOwn ? 'Open your own account' : `Open the account of ${email}`}
      </Button>
    ))
}
