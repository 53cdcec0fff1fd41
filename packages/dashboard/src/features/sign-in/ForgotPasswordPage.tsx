import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { messageOf } from '../../base/failure.ts'
import { paths } from '../../base/paths.ts'
import { passwords } from '../../session/passwords.ts'
import { FormFailure } from '../../ui/forms/FormFailure.tsx'
import { SignInLayout } from './SignInLayout.tsx'
import { ADDRESS_PROBLEM, isAddress } from '../../session/fields.ts'

/** Page that requests a mail with a link to set a new password. */
export function Component() {
  const navigate = useNavigate()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
    validate: {
      email: (value) => (isAddress(value) ? null : ADDRESS_PROBLEM),
    },
  })
  const request = useMutation({
    meta: { shownInline: true, isSigningIn: true },
    mutationFn: passwords.requestReset,
    onSuccess: async (_, email) =>
      await navigate(paths.checkYourMail(), { replace: true, state: { email, for: 'reset' } }),
  })
  return (
    <SignInLayout
      title="Reset your password"
      description="We send a link to set a new password to your e-mail address."
      below={
        <Anchor component={Link} to={paths.signIn()}>
          Back to sign-in
        </Anchor>
      }
    >
      <form noValidate onSubmit={form.onSubmit(({ email }) => request.mutate(email))}>
        <Stack gap="md">
          <FormFailure message={request.error ? messageOf(request.error) : undefined} />
          <TextInput
            label="E-mail address"
            type="email"
            autoComplete="username"
            {...form.getInputProps('email')}
            key={form.key('email')}
          />
          <Button type="submit" loading={request.isPending || request.isSuccess} fullWidth>
            Send link
          </Button>
        </Stack>
      </form>
    </SignInLayout>
  )
}
