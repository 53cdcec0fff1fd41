import { Alert, Anchor, Button, List, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, Navigate, useLocation } from 'react-router'
import { messageOf } from '../../api/failure.ts'
import { paths } from '../../paths.ts'
import { mailsArePutAside } from '../../session/identity.ts'
import { passwords } from '../../session/passwords.ts'
import { FormFailure } from '../../ui/FormFailure.tsx'
import { Door } from './Door.tsx'

const ABOUT = {
  verification: 'Open the link in the mail. It verifies your address and signs you in.',
  unverified: 'Your address is not verified yet. Open the link in the mail, or send another mail.',
  reset: 'If this address has an account, the mail holds a link to choose a new password.',
}
type Asked = keyof typeof ABOUT
// Outside of the dashboard.
const OUTBOX = '/outbox'

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
          <Alert color="yellow" p="sm" title="The mail stays on the service’s machine">
            This service has no mail server. Find the link in one of these places:
            <List mt={6}>
              <List.Item>
                the terminal where <code>npm start</code> runs
              </List.Item>
              <List.Item>
                <code>npx platen outbox</code>, in a second terminal in the same folder
              </List.Item>
              {isOnThisMachine() && (
                <List.Item>
                  the{' '}
                  <Anchor href={OUTBOX} target="_blank" rel="noreferrer">
                    outbox page
                  </Anchor>
                </List.Item>
              )}
            </List>
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

/** The outbox page answers no other machine. */
function isOnThisMachine(): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname)
}

function askedFor(state: unknown): AskedMail | undefined {
  if (typeof state !== 'object' || !state || !('email' in state) || !('for' in state)) return undefined
  const next = 'next' in state ? String(state.next) : paths.overview()
  return { email: String(state.email), next, for: isAsked(state.for) ? state.for : 'unverified' }
}

function isAsked(value: unknown): value is Asked {
  return typeof value === 'string' && Object.hasOwn(ABOUT, value)
}
