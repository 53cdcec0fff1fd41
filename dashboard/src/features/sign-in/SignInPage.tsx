import { type LoaderFunctionArgs, redirect, useLocation } from 'react-router'
import { returnTo } from '../../session/return-to.ts'
import { identity } from '../../session/identity.ts'
import { session } from '../../session/session.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { ProviderDoor } from './ProviderDoor.tsx'

/** Whoever is signed in already goes on. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Response | null> {
  const { searchParams } = new URL(request.url)
  // With these it has just been found that nobody is.
  if (searchParams.has('next') || searchParams.has('signed-out')) return null
  return (await session.token()) === undefined ? null : redirect(returnTo(searchParams))
}

/** The door, by password or by way of the provider. */
export function Component() {
  const search = new URLSearchParams(useLocation().search)
  const next = returnTo(search)
  return identity.kind === 'built-in' ? (
    <PasswordForm next={next} />
  ) : (
    <ProviderDoor
      next={next}
      why={search.has('signed-out') ? 'signed-out' : search.has('ended') ? 'ended' : 'not-yet'}
    />
  )
}
