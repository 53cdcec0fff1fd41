import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { api, unwrap } from '../../api/client.ts'
import type { components } from '../../api/schema.ts'
import { Failure, messageOf } from '../../base/failure.ts'
import { paths } from '../../base/paths.ts'
import { ROLES } from '../../labels/roles.ts'
import { openAccount } from '../../session/account.ts'
import { session } from '../../session/session.ts'
import { FormFailure } from '../../ui/forms/FormFailure.tsx'
import { SignInLayout } from '../sign-in/SignInLayout.tsx'
import { removeToken, storedToken, storeToken } from './stored-token.ts'

interface Invitation {
  token: string
  invitation: components['schemas']['ReceivedInvitation']
}

/** Reason why an invitation cannot be accepted. */
interface Problem {
  problem: string
  isOtherAddress: boolean
}

/** Reads the invitation. The token of the link is moved out of the address of the page. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response | Invitation | Problem> {
  const token = new URL(request.url).searchParams.get('token')
  if (token !== null) {
    storeToken(token)
    return redirect(paths.invitation())
  }
  if ((await session.token()) === undefined) return redirect(paths.signIn(paths.invitation()))
  const stored = storedToken()
  if (stored === undefined) {
    return {
      problem: 'This browser has no invitation. Open the link in the mail again.',
      isOtherAddress: false,
    }
  }
  try {
    const body = { token: stored }
    const invitation = await unwrap(api.POST('/dashboard/api/invitations/read', { body }))
    return { token: stored, invitation }
  } catch (error) {
    // These may succeed when the page is opened again.
    if (!(error instanceof Failure) || [0, 429].includes(error.status) || error.status >= 500) throw error
    if (error.detail === 'INVALID_TOKEN') removeToken()
    return { problem: error.message, isOtherAddress: error.detail === 'OTHER_ADDRESS' }
  }
}

/** Page of an invitation, for the invited person. */
export function Component() {
  const data = useLoaderData<Invitation | Problem>()
  return 'problem' in data ? <NotValid {...data} /> : <Accept {...data} />
}

function Accept({ token, invitation: { account, role, invitedBy } }: Invitation) {
  const accept = useMutation({
    meta: { shownInline: true },
    mutationFn: () => unwrap(api.POST('/dashboard/api/invitations/accept', { body: { token } })),
    onSuccess({ userId }) {
      removeToken()
      openAccount(userId)
    },
  })
  return (
    <SignInLayout title="Join an account">
      <Stack gap="md">
        <FormFailure message={accept.error ? messageOf(accept.error) : undefined} />
        <Text style={{ overflowWrap: 'anywhere' }}>
          <strong>{invitedBy}</strong> invites you to{' '}
          {account === invitedBy ? 'their Platen account' : `the account of ${account}`}.
        </Text>
        <Alert color="gray" p="sm" title={`Your role: ${ROLES[role].label}`}>
          {ROLES[role].description}
        </Alert>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" component={Link} to={paths.overview()}>
            Not now
          </Button>
          <Button loading={accept.isPending || accept.isSuccess} onClick={() => accept.mutate()}>
            Accept invitation
          </Button>
        </Group>
      </Stack>
    </SignInLayout>
  )
}

function NotValid({ problem, isOtherAddress }: Problem) {
  return (
    <SignInLayout title="This invitation cannot be accepted" description={problem}>
      {isOtherAddress ? (
        <Button fullWidth onClick={() => void session.signOut()}>
          Sign out
        </Button>
      ) : (
        <Button fullWidth component={Link} to={paths.overview()}>
          Go to the overview
        </Button>
      )}
    </SignInLayout>
  )
}
