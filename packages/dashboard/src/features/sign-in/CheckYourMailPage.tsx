import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, Navigate, useLocation } from 'react-router'
import { messageOf } from '../../base/failure.ts'
import { paths } from '../../base/paths.ts'
import { usesOutbox } from '../../session/identity.ts'
import { passwords } from '../../session/passwords.ts'
import { FormFailure } from '../../ui/forms/FormFailure.tsx'
import { OutboxNotice } from './OutboxNotice.tsx'
import { SignInLayout } from './SignInLayout.tsx'

const ABOUT = {
  verification: 'Open the link in the mail. It verifies your address and signs you in.',
  unverified: 'Your address is not verified yet. Open the link in the mail, or send another mail.',
  reset: 'If an account with this address exists, we sent it a mail with a link to set a new password.',
}
type MailKind = keyof typeof ABOUT

/** Mail that was requested. */
interface RequestedMail {
  email: string
  /** Path of the page to which the link leads. */
  next: string
  for: MailKind
}

/** Page after a mail was requested. The e-mail address is not in the URL, which other people may see. */
export function Component() {
  const mail = requestedMail(useLocation().state)
  const resend = useMutation({
    meta: { shownInline: true, isSigningIn: true },
    mutationFn: async ({ email, next, for: kind }: RequestedMail) =>
      kind === 'reset'
        ? await passwords.requestReset(email)
        : await passwords.resendVerification({ email, next }),
  })
  if (!mail) return <Navigate to={paths.signIn()} replace />
  return (
    <SignInLayout
      title="Check your mail"
      description={ABOUT[mail.for]}
      below={
        <Anchor component={Link} to={paths.signIn(mail.next)}>
          Back to sign-in
        </Anchor>
      }
    >
      <Stack gap="md">
        <Text fw={550} style={{ overflowWrap: 'anywhere' }}>
          {mail.email}
        </Text>
        {usesOutbox && <OutboxNotice />}
        <FormFailure message={resend.error ? messageOf(resend.error) : undefined} />
        <Button
          variant="default"
          loading={resend.isPending}
          disabled={resend.isSuccess}
          onClick={() => resend.mutate(mail)}
        >
          {resend.isSuccess ? 'Mail sent' : 'Send another mail'}
        </Button>
      </Stack>
    </SignInLayout>
  )
}

function requestedMail(state: unknown): RequestedMail | undefined {
  if (typeof state !== 'object' || !state || !('email' in state) || !('for' in state)) return undefined
  const next = 'next' in state ? String(state.next) : paths.overview()
  return { email: String(state.email), next, for: isMailKind(state.for) ? state.for : 'unverified' }
}

function isMailKind(value: unknown): value is MailKind {
  return typeof value === 'string' && Object.hasOwn(ABOUT, value)
}
