import { type LoaderFunctionArgs, redirect } from 'react-router'
import { meQuery } from '../api/me.ts'
import { queryClient } from '../api/query-client.ts'
import { paths } from '../paths.ts'
import { session } from './session.ts'

/**
 * Reads who is signed in, and sends whoever is not to sign in, and back to here afterwards.
 * @throws a redirect; a `Failure` where the account may not be used.
 */
export async function requireSession({ request }: LoaderFunctionArgs): Promise<null> {
  if ((await session.token()) === undefined) {
    const { pathname, search } = new URL(request.url)
    throw redirect(paths.signIn(pathname + search))
  }
  await queryClient.ensureQueryData(meQuery)
  return null
}
