import { Modal, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { messageOf } from '../../api/failure.ts'
import { passwordProblem } from '../../session/fields.ts'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { FormFailure } from '../../ui/FormFailure.tsx'
import { useChangePassword } from './settings.ts'

/** The dialog that sets a new password. */
export function ChangePassword(props: { isOpen: boolean; onClose: () => void }) {
  const change = useChangePassword()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { currentPassword: '', newPassword: '' },
    validate: {
      currentPassword: (value) => (value === '' ? 'Please enter your password' : null),
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
        notifications.show({ message: 'The new password is set. Every other browser is signed out.' })
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
          <DialogButtons submit="Set the password" onCancel={close} isPending={change.isPending} />
        </Stack>
      </form>
    </Modal>
  )
}
