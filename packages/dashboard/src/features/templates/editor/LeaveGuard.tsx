import { Button, Group, Modal, Text } from '@mantine/core'
import { useBlocker } from 'react-router'
import type { Backup } from '../../../backups/use-backup.ts'
import { paths } from '../../../base/paths.ts'

/**
 * Dialog before a page with unsaved changes is left. The changes stay as a backup unless they are discarded. Navigation
 * to the sign-in page is never blocked.
 */
export function LeaveGuard(props: { isChanged: boolean; backup: Backup }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      props.isChanged &&
      currentLocation.pathname !== nextLocation.pathname &&
      nextLocation.pathname !== paths.signIn(),
  )
  return (
    <Modal
      opened={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Leave without saving?"
    >
      <Text size="sm">
        {props.backup.isStored
          ? 'Your changes are stored in this browser for 30 days or until you sign out. They are restored when you open this page again.'
          : 'This browser cannot store your changes. They are lost when you leave.'}
      </Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={() => blocker.reset?.()} data-autofocus>
          Stay
        </Button>
        <Button
          variant="default"
          c="var(--mantine-color-error)"
          onClick={() => void props.backup.discard().then(() => blocker.proceed?.())}
        >
          Discard changes
        </Button>
        {props.backup.isStored && <Button onClick={() => blocker.proceed?.()}>Leave and keep changes</Button>}
      </Group>
    </Modal>
  )
}
