import { Button } from '@mantine/core'
import { Link, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { messageOf } from '../../base/failure.ts'
import { paths } from '../../base/paths.ts'
import { returnTo } from '../../session/return-to.ts'
import { session } from '../../session/session.ts'
import { FormFailure } from '../../ui/forms/FormFailure.tsx'
import { SignInLayout } from './SignInLayout.tsx'

/** Completes the sign-in at the OpenID Connect provider and redirects to the requested page. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { handleCallback } = await import('../../session/oidc.ts')
  try {
    const next = await handleCallback(request.url)
    session.start()
    return redirect(returnTo(new URLSearchParams({ next })))
  } catch (error) {
    return { problem: messageOf(error) }
  }
}

/** Page for a failed sign-in. */
export function Component() {
  const { problem } = useLoaderData<{ problem: string }>()
  return (
    <SignInLayout title="Sign-in failed">
      <FormFailure message={problem} />
      <Button component={Link} to={paths.signIn()} fullWidth>
        Try again
      </Button>
    </SignInLayout>
  )
}
