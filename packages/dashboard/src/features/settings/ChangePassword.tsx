import { Modal, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { messageOf } from '../../base/failure.ts'
import { PASSWORD_MISSING, passwordProblem } from '../../session/fields.ts'
import { DialogButtons } from '../../ui/forms/DialogButtons.tsx'
import { FormFailure } from '../../ui/forms/FormFailure.tsx'
import { useChangePassword } from './settings.ts'

/** Dialog that sets a new password. */
export function ChangePassword(props: { isOpen: boolean; onClose: () => void }) {
  const change = useChangePassword()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { currentPassword: '', newPassword: '' },
    validate: {
      currentPassword: (value) => (value === '' ? PASSWORD_MISSING : null),
      newPassword: passwordProblem,
    },
  })
  const close = () => {
    props.onClose()
    change.reset()
    form.reset()
  }
  const submit = form.onSubmit((values) =>
    change.mutate(values, {
      onSuccess: () => {
        close()
        notifications.show({ message: 'The new password was set. All other sessions were signed out.' })
      },
    }),
  )
  return (
    <Modal
      opened={props.isOpen}
      onClose={close}
      title="Change your password"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <FormFailure message={change.error ? messageOf(change.error) : undefined} />
          <PasswordInput
            data-autofocus
            label="Current password"
            autoComplete="current-password"
            {...form.getInputProps('currentPassword')}
            key={form.key('currentPassword')}
          />
          <PasswordInput
            label="New password"
            autoComplete="new-password"
            {...form.getInputProps('newPassword')}
            key={form.key('newPassword')}
          />
          <DialogButtons submit="Set password" onCancel={close} isPending={change.isPending} />
        </Stack>
      </form>
    </Modal>
  )
}
