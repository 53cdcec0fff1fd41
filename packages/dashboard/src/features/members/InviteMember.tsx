import { Modal, Radio, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { messageOf } from '../../base/failure.ts'
import { type MemberRole, ROLE_OPTIONS, roleNamed, ROLES } from '../../labels/roles.ts'
import { ADDRESS_PROBLEM, isAddress } from '../../session/fields.ts'
import { DialogButtons } from '../../ui/forms/DialogButtons.tsx'
import { FormFailure } from '../../ui/forms/FormFailure.tsx'
import { useInvite } from './members.ts'

const INITIAL: { email: string; role: MemberRole } = { email: '', role: 'editor' }

/** Dialog that invites a person by mail. */
export function InviteMember({ onClose }: { onClose: () => void }) {
  const invite = useInvite()
  const form = useForm({
    initialValues: INITIAL,
    validate: { email: (email) => (isAddress(email.trim()) ? null : ADDRESS_PROBLEM) },
  })
  const submit = form.onSubmit(({ email, role }) =>
    invite.mutate(
      { email: email.trim(), role },
      {
        onSuccess() {
          notifications.show({ message: `An invitation is being sent to ${email.trim()}.` })
          onClose()
        },
      },
    ),
  )
  return (
    <Modal opened onClose={onClose} title="Invite member" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <FormFailure message={invite.error ? messageOf(invite.error) : undefined} />
          <TextInput
            data-autofocus
            label="E-mail address"
            description="The person must sign in or sign up with this address."
            type="email"
            autoComplete="off"
            maxLength={254}
            {...form.getInputProps('email')}
          />
          <Radio.Group
            label="Role"
            value={form.values.role}
            onChange={(value) => form.setFieldValue('role', roleNamed(value) ?? 'viewer')}
          >
            <Stack gap="xs" mt={6}>
              {ROLE_OPTIONS.map(({ value, label }) => (
                <Radio
                  key={value}
                  value={value}
                  label={label}
                  description={ROLES[roleNamed(value) ?? 'viewer'].description}
                />
              ))}
            </Stack>
          </Radio.Group>
          <DialogButtons submit="Send invitation" onCancel={onClose} isPending={invite.isPending} />
        </Stack>
      </form>
    </Modal>
  )
}
