import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'

/** An account by its address, which leads to it; by its id where it is not there any more. */
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
