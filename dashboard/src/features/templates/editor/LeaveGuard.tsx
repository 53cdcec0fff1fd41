import { Button, Group, Modal, Text } from '@mantine/core'
import { useBlocker } from 'react-router'
import { paths } from '../../../paths.ts'

/**
 * Asks before a page with unsaved changes is left for another one. The changes stay as a draft unless they are
 * discarded. Signing out is never held up.
 */
export function LeaveGuard(props: { isChanged: boolean; onDiscard: () => Promise<void> }) {
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
        Your changes are kept in this browser and restored when you open this page again, for 30 days or until
        you sign out.
      </Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={() => blocker.reset?.()} data-autofocus>
          Stay
        </Button>
        <Button
          variant="default"
          c="var(--mantine-color-error)"
          onClick={() => void props.onDiscard().then(() => blocker.proceed?.())}
        >
          Discard changes
        </Button>
        <Button onClick={() => blocker.proceed?.()}>Leave and keep them</Button>
      </Group>
    </Modal>
  )
}
