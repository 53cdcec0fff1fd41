import { type LoaderFunctionArgs, redirect } from 'react-router'
import { meQuery } from './api/me.ts'
import { queryClient } from './api/query-client.ts'
import { Failure } from './base/failure.ts'
import { paths } from './base/paths.ts'
import { chosenAccount, forgetAccount } from './session/account.ts'
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
  await queryClient.ensureQueryData(meQuery).catch(openOwnAccount)
  return null
}

/** Reloads the page with the user's own account if the user is no member of the account that was chosen before. */
function openOwnAccount(error: unknown): Promise<never> {
  const isForeign = error instanceof Failure && error.detail === 'NOT_A_MEMBER'
  if (!isForeign || chosenAccount() === undefined) throw error
  forgetAccount()
  window.location.assign(paths.overview())
  return new Promise(() => {})
}
