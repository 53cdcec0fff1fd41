import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from 'react-router'
import { Failure, messageOf } from '../../base/failure.ts'
import { paths } from '../../base/paths.ts'
import { passwords } from '../../session/passwords.ts'
import { session } from '../../session/session.ts'
import { FormFailure } from '../../ui/forms/FormFailure.tsx'
import { SignInLayout } from './SignInLayout.tsx'
import { ADDRESS_PROBLEM, isAddress, PASSWORD_MISSING } from '../../session/fields.ts'

/** Sign-in form with e-mail address and password. */
export function PasswordForm(props: { next: string }) {
  const navigate = useNavigate()
  const notice = useNotice()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: {
      email: (value) => (isAddress(value) ? null : ADDRESS_PROBLEM),
      password: (value) => (value === '' ? PASSWORD_MISSING : null),
    },
  })
  const signIn = useMutation({
    meta: { shownInline: true, isSigningIn: true },
    mutationFn: passwords.signIn,
    onSuccess: async () => {
      session.start()
      await navigate(props.next, { replace: true })
    },
    onError: async (error, { email }) => {
      if (isUnverified(error))
        await navigate(paths.checkYourMail(), { state: { email, next: props.next, for: 'unverified' } })
    },
  })
  return (
    <SignInLayout
      title="Sign in"
      description={notice}
      below={
        <>
          New here?{' '}
          <Anchor component={Link} to={paths.signUp(props.next)}>
            Create an account
          </Anchor>
        </>
      }
    >
      <form noValidate onSubmit={form.onSubmit((values) => signIn.mutate(values))}>
        <Stack gap="md">
          <FormFailure message={signIn.error ? messageOf(signIn.error) : undefined} />
          <TextInput
            label="E-mail address"
            type="email"
            autoComplete="username"
            {...form.getInputProps('email')}
            key={form.key('email')}
          />
          <Stack gap={6}>
            <PasswordInput
              label="Password"
              autoComplete="current-password"
              {...form.getInputProps('password')}
              key={form.key('password')}
            />
            <Anchor component={Link} to={paths.forgotPassword()} size="sm" ta="right">
              Forgot your password?
            </Anchor>
          </Stack>
          <Button type="submit" loading={signIn.isPending || signIn.isSuccess} fullWidth>
            Sign in
          </Button>
        </Stack>
      </form>
    </SignInLayout>
  )
}

/** Returns the notice about the event that led to this page; `undefined` for none. */
function useNotice(): string | undefined {
  const { search, state } = useLocation()
  if (state && typeof state === 'object' && 'notice' in state) return String(state.notice)
  const parameters = new URLSearchParams(search)
  if (parameters.has('ended')) return 'Your session has ended. Sign in again.'
  return parameters.has('signed-out') ? 'You are signed out.' : undefined
}

function isUnverified(error: Error): boolean {
  return error instanceof Failure && error.detail === 'EMAIL_NOT_VERIFIED'
}
