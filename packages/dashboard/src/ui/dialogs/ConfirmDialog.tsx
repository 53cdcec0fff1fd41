import { Button, Code, getDefaultZIndex, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { PendingConfirm } from './confirm.ts'

// Above the drawers and dialogs that open it, also those that are mounted later.
const Z_INDEX = getDefaultZIndex('modal') + 1

/** Confirmation dialog. */
export function ConfirmDialog(props: { pending: PendingConfirm | undefined }) {
  const { pending } = props
  return (
    <Modal
      opened={pending !== undefined}
      onClose={() => pending?.answer(false)}
      title={pending?.title}
      closeButtonProps={{ 'aria-label': 'Close' }}
      zIndex={Z_INDEX}
    >
      {pending && <ConfirmForm key={pending.title + pending.message} {...pending} />}
    </Modal>
  )
}

function ConfirmForm({ message, confirmLabel, danger, requiredInput, answer }: PendingConfirm) {
  const [input, setInput] = useState('')
  const isReady = requiredInput === undefined || input === requiredInput
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) answer(true)
      }}
    >
      <Stack gap="md">
        <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{message}</Text>
        {requiredInput !== undefined && (
          <TextInput
            data-autofocus
            label={
              <>
                Type <Code>{requiredInput}</Code> to continue
              </>
            }
            value={input}
            autoComplete="off"
            onChange={(event) => setInput(event.currentTarget.value)}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => answer(false)}>
            Cancel
          </Button>
          <Button
            type="submit"
            disabled={!isReady}
            color={danger ? 'red' : 'indigo'}
            {...(requiredInput === undefined && { 'data-autofocus': true })}
          >
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
