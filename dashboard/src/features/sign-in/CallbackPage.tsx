import { Button } from '@mantine/core'
import { Link, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { messageOf } from '../../api/failure.ts'
import { paths } from '../../paths.ts'
import { returnTo } from '../../session/return-to.ts'
import { session } from '../../session/session.ts'
import { FormFailure } from '../../ui/FormFailure.tsx'
import { Door } from './Door.tsx'

/** Where the OpenID Connect provider sends people back to, and from here to the page that they came for. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { comeBack } = await import('../../session/oidc.ts')
  try {
    const next = await comeBack(request.url)
    session.begun()
    return redirect(returnTo(new URLSearchParams({ next })))
  } catch (error) {
    return { problem: messageOf(error) }
  }
}

/** Only seen where that did not work. */
export function Component() {
  const { problem } = useLoaderData<{ problem: string }>()
  return (
    <Door title="Signing in did not work">
      <FormFailure message={problem} />
      <Button component={Link} to={paths.signIn()} fullWidth>
        Try again
      </Button>
    </Door>
  )
}
