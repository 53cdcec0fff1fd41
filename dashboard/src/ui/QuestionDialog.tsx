import { Button, Code, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Asked } from './ask.ts'

/** The dialog with a question. */
export function QuestionDialog(props: { asked: Asked | undefined }) {
  const { asked } = props
  return (
    <Modal
      opened={asked !== undefined}
      onClose={() => asked?.answer(false)}
      title={asked?.title}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {asked && <Answering key={asked.title + asked.message} {...asked} />}
    </Modal>
  )
}

function Answering(asked: Asked) {
  const [typed, setTyped] = useState('')
  const isReady = asked.typed === undefined || typed === asked.typed
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) asked.answer(true)
      }}
    >
      <Stack gap="md">
        <Text>{asked.message}</Text>
        {asked.typed !== undefined && (
          <TextInput
            data-autofocus
            label={
              <>
                Type <Code>{asked.typed}</Code> to go on
              </>
            }
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => asked.answer(false)}>
            Cancel
          </Button>
          <Button
            type="submit"
            disabled={!isReady}
            color={asked.danger ? 'red' : 'indigo'}
            {...(asked.typed === undefined && { 'data-autofocus': true })}
          >
            {asked.confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
