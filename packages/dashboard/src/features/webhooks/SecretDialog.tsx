import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { CodeBlock } from '../../ui/text/CodeBlock.tsx'

/**
 * Dialog with a form that returns a secret. Shows the secret once.
 * @param props `secret`: the form is shown until it is set.
 */
export function SecretDialog(props: {
  isOpen: boolean
  title: string
  doneTitle: string
  secret: string | undefined
  onClose: () => void
  children: ReactNode
}) {
  const { secret, onClose } = props
  const isDone = secret !== undefined
  return (
    <Modal
      opened={props.isOpen}
      onClose={onClose}
      title={isDone ? props.doneTitle : props.title}
      size="lg"
      // The secret is shown only once: an accidental click or key must not close the dialog.
      closeOnClickOutside={!isDone}
      closeOnEscape={!isDone}
      withCloseButton={!isDone}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {isDone ? (
        <Stack gap="md">
          <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} p="sm">
            Copy the secret now. Your server needs it to verify the signature of each event. It is not shown
            again.
          </Alert>
          <CodeBlock code={secret} label="secret" />
          <Group justify="flex-end">
            <Button onClick={onClose} data-autofocus>
              Done
            </Button>
          </Group>
        </Stack>
      ) : (
        props.children
      )}
    </Modal>
  )
}
