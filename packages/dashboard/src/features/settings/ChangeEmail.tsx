import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { messageOf } from '../../base/failure.ts'
import { ADDRESS_PROBLEM, isAddress, PASSWORD_MISSING } from '../../session/fields.ts'
import { DialogButtons } from '../../ui/forms/DialogButtons.tsx'
import { FormFailure } from '../../ui/forms/FormFailure.tsx'
import { useChangeEmail } from './settings.ts'

/** Dialog that sends a confirmation link to a new e-mail address. */
export function ChangeEmail(props: { isOpen: boolean; onClose: () => void }) {
  const change = useChangeEmail()
  const close = () => {
    props.onClose()
    change.reset()
  }
  return (
    <Modal
      opened={props.isOpen}
      onClose={close}
      title="Change your e-mail address"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {change.isSuccess ? (
        <Stack gap="md">
          <Text role="status">
            We sent a mail to {change.variables.newEmail}. Open the link in it to change your address.
          </Text>
          <Group justify="flex-end">
            <Button onClick={close}>Close</Button>
          </Group>
        </Stack>
      ) : (
        <EmailForm change={change} onCancel={close} />
      )}
    </Modal>
  )
}

function EmailForm(props: { change: ReturnType<typeof useChangeEmail>; onCancel: () => void }) {
  const { change } = props
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { newEmail: '', password: '' },
    validate: {
      newEmail: (value) => (isAddress(value) ? null : ADDRESS_PROBLEM),
      password: (value) => (value === '' ? PASSWORD_MISSING : null),
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => change.mutate(values))}>
      <Stack gap="md">
        <FormFailure message={change.error ? messageOf(change.error) : undefined} />
        <TextInput
          data-autofocus
          label="New e-mail address"
          type="email"
          autoComplete="email"
          {...form.getInputProps('newEmail')}
          key={form.key('newEmail')}
        />
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          {...form.getInputProps('password')}
          key={form.key('password')}
        />
        <DialogButtons submit="Send link" onCancel={props.onCancel} isPending={change.isPending} />
      </Stack>
    </form>
  )
}
