import { Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '../../base/failure.ts'
import { DialogButtons } from '../../ui/forms/DialogButtons.tsx'
import { FormFailure } from '../../ui/forms/FormFailure.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import { useRotateSecret } from './webhooks.ts'

const OVERLAPS = [
  { value: '0', label: 'Immediately' },
  { value: '1', label: 'In 1 hour' },
  { value: '24', label: 'In 24 hours' },
  { value: '168', label: 'In 7 days' },
]

/** Dialog that replaces the secret of a webhook and shows the new one once. */
export function RotateSecret(props: { webhookId: string; isOpen: boolean; onClose: () => void }) {
  const rotate = useRotateSecret(props.webhookId)
  const [overlap, setOverlap] = useState('24')
  const close = () => {
    props.onClose()
    rotate.reset()
  }
  return (
    <SecretDialog
      isOpen={props.isOpen}
      title="Rotate secret"
      doneTitle="The secret was replaced"
      secret={rotate.data?.secret}
      onClose={close}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          rotate.mutate(Number(overlap))
        }}
      >
        <Stack gap="md">
          <FormFailure message={rotate.error ? messageOf(rotate.error) : undefined} />
          <Text size="sm">
            Until the old secret expires, each event has a signature with both secrets. Change your server to
            the new secret before then.
          </Text>
          <Select
            data-autofocus
            label="The old secret expires"
            data={OVERLAPS}
            allowDeselect={false}
            value={overlap}
            onChange={(value) => setOverlap(value ?? overlap)}
            comboboxProps={{ withinPortal: true }}
          />
          <DialogButtons submit="Create new secret" onCancel={close} isPending={rotate.isPending} />
        </Stack>
      </form>
    </SecretDialog>
  )
}
