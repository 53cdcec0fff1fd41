import { Anchor, Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Failure, messageOf } from '../../base/failure.ts'
import { meQuery } from '../../api/me.ts'
import { queryClient } from '../../api/query-client.ts'
import { paths } from '../../base/paths.ts'
import { PASSWORD_MISSING } from '../../session/fields.ts'
import { identity } from '../../session/identity.ts'
import { passwords } from '../../session/passwords.ts'
import { session } from '../../session/session.ts'
import { signInDialog, signInHost } from '../../session/sign-in-dialog.ts'
import { FormFailure } from '../../ui/forms/FormFailure.tsx'

const ABOVE_EVERYTHING = 1_000

/** Dialog that signs the user in again without leaving the page, so that input on the page below stays. */
export function SignInDialog() {
  return (
    <Modal
      portalProps={{ target: signInHost }}
      opened
      onClose={() => {}}
      title="Your session has ended"
      zIndex={ABOVE_EVERYTHING}
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="md">
        <Text size="sm">Sign in to continue. Your input on this page is kept.</Text>
        {identity.kind === 'built-in' ? <Passwords /> : <Provider />}
        <Anchor component="button" type="button" size="sm" c="dimmed" onClick={signInDialog.leave}>
          Leave this page
        </Anchor>
      </Stack>
    </Modal>
  )
}

function Passwords() {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: queryClient.getQueryData(meQuery.queryKey)?.person.email ?? '', password: '' },
    validate: { password: (value) => (value === '' ? PASSWORD_MISSING : null) },
  })
  const signIn = useMutation({
    meta: { shownInline: true, isSigningIn: true },
    mutationFn: async (credentials: { email: string; password: string }) => {
      await passwords.signIn(credentials)
      await continueSession()
    },
  })
  return (
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
        <PasswordInput
          data-autofocus
          label="Password"
          autoComplete="current-password"
          {...form.getInputProps('password')}
          key={form.key('password')}
        />
        <Group justify="space-between">
          <Anchor href={paths.forgotPassword()} target="_blank" rel="noopener" size="sm">
            Forgot your password?
          </Anchor>
          <Button type="submit" loading={signIn.isPending}>
            Sign in
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Provider() {
  const resume = useMutation({
    meta: { shownInline: true, isSigningIn: true },
    mutationFn: continueSession,
  })
  const leave = useMutation({
    meta: { shownInline: true, isSigningIn: true },
    mutationFn: async () => {
      const { redirectToProvider } = await import('../../session/oidc.ts')
      const { pathname, search } = window.location
      await redirectToProvider(pathname + search)
    },
  })
  const problem = resume.error ?? leave.error
  return (
    <Stack gap="md">
      <FormFailure message={problem ? messageOf(problem) : undefined} />
      <Text size="sm">
        Open a new window to sign in, then return here and choose “Continue”. You can also sign in on this
        page: your input is restored afterwards.
      </Text>
      <Group gap="xs">
        <Button component="a" href={paths.signIn()} target="_blank" rel="noopener">
          Open a new window
        </Button>
        <Button variant="default" loading={resume.isPending} onClick={() => resume.mutate()}>
          Continue
        </Button>
        <Button variant="default" loading={leave.isPending || leave.isSuccess} onClick={() => leave.mutate()}>
          Sign in on this page
        </Button>
      </Group>
    </Stack>
  )
}

async function continueSession(): Promise<void> {
  if (await session.resume()) return
  throw new Failure(401, 'You are not signed in yet. Complete the sign-in in the new window, then continue.')
}
