import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from 'react-router'
import { Failure, messageOf } from '../../api/failure.ts'
import { paths } from '../../paths.ts'
import { passwords } from '../../session/passwords.ts'
import { session } from '../../session/session.ts'
import { FormFailure } from '../../ui/FormFailure.tsx'
import { Door } from './Door.tsx'
import { isAddress } from '../../session/fields.ts'

/** Signing in by e-mail address and password. */
export function PasswordForm(props: { next: string }) {
  const navigate = useNavigate()
  const notice = useNotice()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: {
      email: (value) => (isAddress(value) ? null : 'An e-mail address looks like ada@example.com'),
      password: (value) => (value === '' ? 'Please enter your password' : null),
    },
  })
  const signIn = useMutation({
    meta: { shownInline: true, isSigningIn: true },
    mutationFn: passwords.signIn,
    onSuccess: async () => {
      session.begun()
      await navigate(props.next, { replace: true })
    },
    onError: async (error, { email }) => {
      if (isUnverified(error))
        await navigate(paths.checkYourMail(), { state: { email, next: props.next, for: 'unverified' } })
    },
  })
  return (
    <Door
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
    </Door>
  )
}

/** What has just happened that leads here. */
function useNotice(): string | undefined {
  const { search, state } = useLocation()
  if (state && typeof state === 'object' && 'notice' in state) return String(state.notice)
  const why = new URLSearchParams(search)
  if (why.has('ended')) return 'Your session has ended. Please sign in again.'
  return why.has('signed-out') ? 'You are signed out.' : undefined
}

function isUnverified(error: Error): boolean {
  return error instanceof Failure && error.detail === 'EMAIL_NOT_VERIFIED'
}
