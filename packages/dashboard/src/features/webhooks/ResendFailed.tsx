import { Modal, Select, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { messageOf } from '../../base/failure.ts'
import { DialogButtons } from '../../ui/forms/DialogButtons.tsx'
import { FormFailure } from '../../ui/forms/FormFailure.tsx'
import { countOf } from '../../ui/text/numbers.ts'
import { useResendFailed } from './webhooks.ts'

const HOUR_MS = 3_600_000
const PERIODS = [
  { value: '1', label: 'The last hour' },
  { value: '24', label: 'The last 24 hours' },
  { value: '168', label: 'The last 7 days' },
  { value: '720', label: 'The last 30 days' },
]

/** Dialog that sends the failed events of a period again. */
export function ResendFailed(props: { webhookId: string; isOpen: boolean; onClose: () => void }) {
  const resend = useResendFailed(props.webhookId)
  const [hours, setHours] = useState('24')
  const close = () => {
    props.onClose()
    resend.reset()
  }
  const submit = () =>
    resend.mutate(new Date(Date.now() - Number(hours) * HOUR_MS), {
      onSuccess: ({ resent, remaining }) => {
        const rest = remaining === 0 ? '' : ` ${countOf(remaining, 'failed event')} remain.`
        notifications.show({ message: `${countOf(resent, 'event')} will be sent again.${rest}` })
        close()
      },
    })
  return (
    <Modal
      opened={props.isOpen}
      onClose={close}
      title="Send failed events again"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack gap="md">
          <FormFailure message={resend.error ? messageOf(resend.error) : undefined} />
          <Text size="sm">
            Each event keeps its id and is retried like a new one. At most 1,000 are sent.
          </Text>
          <Select
            data-autofocus
            label="Events of"
            data={PERIODS}
            allowDeselect={false}
            value={hours}
            onChange={(value) => setHours(value ?? hours)}
            comboboxProps={{ withinPortal: true }}
          />
          <DialogButtons submit="Send again" onCancel={close} isPending={resend.isPending} />
        </Stack>
      </form>
    </Modal>
  )
}
