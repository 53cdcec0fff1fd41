import { Menu, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { accountsQuery, useMe } from '../api/me.ts'
import { ROLES } from '../labels/roles.ts'
import { openAccount } from '../session/account.ts'

/** Part of the account menu that opens another account of the user. Renders nothing for a user with one account. */
export function AccountChoice() {
  const { account } = useMe()
  const { data: accounts = [] } = useQuery({ ...accountsQuery, throwOnError: false })
  if (accounts.length < 2) return null
  return (
    <>
      <Menu.Label>Account</Menu.Label>
      <Menu.RadioGroup
        value={account.userId}
        onChange={(userId) => {
          if (userId !== account.userId) openAccount(userId)
        }}
      >
        {accounts.map(({ userId, email, role, isOwn, suspended }) => (
          <Menu.RadioItem key={userId} value={userId} disabled={suspended}>
            <Text span inherit truncate display="block">
              {email}
            </Text>
            <Text span size="xs" c="inherit" display="block">
              {suspended ? 'Suspended' : `${ROLES[role].label}${isOwn ? ', your own account' : ''}`}
            </Text>
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
    </>
  )
}
