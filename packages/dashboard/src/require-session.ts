import { type LoaderFunctionArgs, redirect } from 'react-router'
import { meQuery } from './api/me.ts'
import { queryClient } from './api/query-client.ts'
import { paths } from './base/paths.ts'
import { session } from './session/session.ts'

/**
 * Loader of all pages that require a session: reads the signed-in user.
 * @throws a redirect to the sign-in page, which leads back here. @throws {Failure} when the account is suspended.
 */
export async function requireSession({ request }: LoaderFunctionArgs): Promise<null> {
  if ((await session.token()) === undefined) {
    const { pathname, search } = new URL(request.url)
    throw redirect(paths.signIn(pathname + search))
  }
  await queryClient.ensureQueryData(meQuery)
  return null
}
