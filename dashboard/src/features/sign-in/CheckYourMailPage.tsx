import { Alert, Anchor, Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, Navigate, useLocation } from 'react-router'
import { messageOf } from '../../api/failure.ts'
import { paths } from '../../paths.ts'
import { mailsArePutAside } from '../../session/identity.ts'
import { passwords } from '../../session/passwords.ts'
import { FormFailure } from '../../ui/FormFailure.tsx'
import { Door } from './Door.tsx'

const ABOUT = {
  verification: 'A link to verify your address is on its way. You are signed in by following it.',
  unverified:
    'Your address is not verified yet. Follow the link in the mail that was sent to you, or ask for another.',
  reset: 'If there is an account for this address, a link to choose a new password is on its way to it.',
}
type Asked = keyof typeof ABOUT

interface AskedMail {
  email: string
  /** Where its link then leads. */
  next: string
  for: Asked
}

/** After a mail was asked for. The address is not in the page's own, which others may come to see. */
export function Component() {
  const asked = askedFor(useLocation().state)
  const again = useMutation({
    meta: { shownInline: true, isSigningIn: true },
    mutationFn: async ({ email, next, for: what }: AskedMail) =>
      what === 'reset'
        ? await passwords.requestReset(email)
        : await passwords.resendVerification({ email, next }),
  })
  if (!asked) return <Navigate to={paths.signIn()} replace />
  return (
    <Door
      title="Check your mail"
      description={ABOUT[asked.for]}
      below={
        <Anchor component={Link} to={paths.signIn(asked.next)}>
          Back to sign in
        </Anchor>
      }
    >
      <Stack gap="md">
        <Text fw={550} style={{ overflowWrap: 'anywhere' }}>
          {asked.email}
        </Text>
        {mailsArePutAside && (
          <Alert color="yellow" p="sm" title="This service has no mail server yet">
            Its operator finds the mail in the folder <code>outbox</code> of its data.
          </Alert>
        )}
        <FormFailure message={again.error ? messageOf(again.error) : undefined} />
        <Button
          variant="default"
          loading={again.isPending}
          disabled={again.isSuccess}
          onClick={() => again.mutate(asked)}
        >
          {again.isSuccess ? 'Sent' : 'Send another'}
        </Button>
      </Stack>
    </Door>
  )
}

function askedFor(state: unknown): AskedMail | undefined {
  if (typeof state !== 'object' || !state || !('email' in state) || !('for' in state)) return undefined
  const next = 'next' in state ? String(state.next) : paths.overview()
  return { email: String(state.email), next, for: isAsked(state.for) ? state.for : 'unverified' }
}

function isAsked(value: unknown): value is Asked {
  return typeof value === 'string' && Object.hasOwn(ABOUT, value)
}
