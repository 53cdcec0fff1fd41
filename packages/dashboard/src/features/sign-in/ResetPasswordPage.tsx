import { Anchor, Button, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { Failure, messageOf } from '../../base/failure.ts'
import { paths } from '../../base/paths.ts'
import { passwords } from '../../session/passwords.ts'
import { FormFailure } from '../../ui/forms/FormFailure.tsx'
import { SignInLayout } from './SignInLayout.tsx'
import { PASSWORD_LENGTH_MIN, passwordProblem } from '../../session/fields.ts'

/** Page that sets a new password, with the token of the link in the mail. It ends all sessions. */
export function Component() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: passwordProblem },
  })
  const reset = useMutation({
    meta: { shownInline: true, isSigningIn: true },
    mutationFn: passwords.reset,
    onSuccess: async () =>
      await navigate(paths.signedOut(), {
        replace: true,
        state: { notice: 'Your new password was set. Sign in with the new password.' },
      }),
  })
  return (
    <SignInLayout
      title="Set a new password"
      description="A new password signs you out of all your sessions."
      below={
        <Anchor component={Link} to={paths.forgotPassword()}>
          Request another link
        </Anchor>
      }
    >
      <form noValidate onSubmit={form.onSubmit(({ password }) => reset.mutate({ token, password }))}>
        <Stack gap="md">
          <FormFailure message={reset.error ? describe(reset.error) : undefined} />
          <PasswordInput
            label="New password"
            description={`At least ${PASSWORD_LENGTH_MIN} characters.`}
            autoComplete="new-password"
            {...form.getInputProps('password')}
            key={form.key('password')}
          />
          <Button type="submit" loading={reset.isPending || reset.isSuccess} fullWidth>
            Set password
          </Button>
        </Stack>
      </form>
    </SignInLayout>
  )
}

function describe(error: Error): string {
  return error instanceof Failure && error.detail === 'INVALID_TOKEN'
    ? 'This link was already used or has expired. Request another link.'
    : messageOf(error)
}
