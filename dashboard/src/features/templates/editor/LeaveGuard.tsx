import { Button, Group, Modal, Text } from '@mantine/core'
import { useBlocker } from 'react-router'
import type { KeptDraft } from '../../../drafts/use-kept-draft.ts'
import { paths } from '../../../paths.ts'

/**
 * Asks before a page with unsaved changes is left for another one. The changes stay as a draft unless they are
 * discarded. Signing out is never held up.
 */
export function LeaveGuard(props: { isChanged: boolean; draft: KeptDraft }) {
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
        {props.draft.isKept
          ? 'Your changes are kept in this browser and restored when you open this page again, for 30 days or until you sign out.'
          : 'This browser cannot keep your changes. They are lost when you leave.'}
      </Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={() => blocker.reset?.()} data-autofocus>
          Stay
        </Button>
        <Button
          variant="default"
          c="var(--mantine-color-error)"
          onClick={() => void props.draft.discard().then(() => blocker.proceed?.())}
        >
          Discard changes
        </Button>
        {props.draft.isKept && <Button onClick={() => blocker.proceed?.()}>Leave and keep them</Button>}
      </Group>
    </Modal>
  )
}
