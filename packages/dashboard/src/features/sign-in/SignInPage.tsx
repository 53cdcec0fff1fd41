import { type LoaderFunctionArgs, redirect, useLocation } from 'react-router'
import { returnTo } from '../../session/return-to.ts'
import { identity } from '../../session/identity.ts'
import { session } from '../../session/session.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { ProviderSignIn } from './ProviderSignIn.tsx'

/** Redirects users who are already signed in. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response | null> {
  const { searchParams } = new URL(request.url)
  // These parameters mean that the session was checked just before.
  if (searchParams.has('next') || searchParams.has('signed-out')) return null
  return (await session.token()) === undefined ? null : redirect(returnTo(searchParams))
}

/** Sign-in page: a form for the password, or the redirect to the provider. */
export function Component() {
  const search = new URLSearchParams(useLocation().search)
  const next = returnTo(search)
  return identity.kind === 'built-in' ? (
    <PasswordForm next={next} />
  ) : (
    <ProviderSignIn
      next={next}
      reason={search.has('signed-out') ? 'signed-out' : search.has('ended') ? 'ended' : 'not-yet'}
    />
  )
}
