import { Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { messageOf } from '../../base/failure.ts'
import { useFormBackup } from '../../backups/use-form-backup.tsx'
import { DialogButtons } from '../../ui/forms/DialogButtons.tsx'
import { FormFailure } from '../../ui/forms/FormFailure.tsx'
import { type Account, useSuspend } from './operator.ts'

const REASON_LENGTH_MAX = 500

/** Dialog that suspends an account. */
export function Suspend(props: { account: Account; isOpen: boolean; onClose: () => void }) {
  const { userId, email } = props.account
  const suspend = useSuspend(userId)
  const form = useForm({
    initialValues: { reason: '' },
    validate: {
      reason: (value) => (value.trim() === '' ? 'Enter a reason. Other operators can read it.' : null),
    },
  })
  const backup = useFormBackup({
    key: `suspend:${userId}`,
    name: `Suspend ${email}`,
    value: form.isDirty() ? form.values : undefined,
    restore: form.setValues,
    reset: form.reset,
  })
  const close = () => {
    void backup.discard()
    props.onClose()
    suspend.reset()
    form.reset()
  }
  const submit = form.onSubmit(({ reason }) =>
    suspend.mutate(reason.trim(), {
      onSuccess: () => {
        close()
        notifications.show({ message: `${email} was suspended.` })
      },
    }),
  )
  return (
    <Modal
      opened={props.isOpen}
      onClose={close}
      title={`Suspend ${email}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text>
            Calls and sign-ins of this account are rejected until an operator restores it. Its content is
            kept.
          </Text>
          {backup.notice}
          <FormFailure message={suspend.error ? messageOf(suspend.error) : undefined} />
          <TextInput
            data-autofocus
            label="Reason"
            maxLength={REASON_LENGTH_MAX}
            {...form.getInputProps('reason')}
          />
          <DialogButtons submit="Suspend account" onCancel={close} isPending={suspend.isPending} danger />
        </Stack>
      </form>
    </Modal>
  )
}
