import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../base/paths.ts'

/** Link to an account with its e-mail address. Only the id, without a link, for a deleted account. */
export function AccountLink({ userId, email }: { userId: string; email: string | null }) {
  if (email === null) {
    return (
      <Text span inherit c="dimmed" title={userId} style={{ overflowWrap: 'anywhere' }}>
        {userId}
      </Text>
    )
  }
  return (
    <Anchor
      component={Link}
      to={paths.operatorAccount(userId)}
      inherit
      title={userId}
      style={{ overflowWrap: 'anywhere' }}
    >
      {email}
    </Anchor>
  )
}
