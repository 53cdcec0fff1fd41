import { Unauthorized } from '@platen/client/errors'
import { type CallerCall, CallerError } from '../caller.ts'
import { changeCredentials, type StoredSession } from './credentials.ts'
import { renew } from './device-flow.ts'
import { fetchJson, type HttpRequest } from '../http.ts'
import type { NewKey } from '../output/key-list.ts'
import { stringFieldsOf } from './sign-in-service.ts'

/** Calls the dashboard API as the signed-in user. @throws {PlatenError} if the call is rejected. */
export type CallDashboard = (
  path: string,
  request?: Omit<HttpRequest, 'token' | 'account' | 'signal'>,
) => Promise<Record<string, unknown>>

/**
 * Creates a function that calls the dashboard API with a token.
 * @param caller.account user id of the account of the calls. Default: the user's own account.
 */
export function dashboardClient(
  caller: { url: string; token: string; account?: string | undefined },
  signal: AbortSignal,
): CallDashboard {
  const { url, token, account } = caller
  return async (path, request = {}) => {
    try {
      return await fetchJson(`${url}/dashboard/api${path}`, { ...request, token, account, signal })
    } catch (error) {
      throw error instanceof Unauthorized ? signedOut(url) : error
    }
  }
}

/**
 * Creates a function that calls the dashboard API with the stored session. @throws {CallerError} if there is no session
 * or it has ended.
 */
export async function openDashboard(
  call: Pick<CallerCall, 'caller' | 'config' | 'signal'>,
): Promise<CallDashboard> {
  const { url, stored } = call.caller
  if (!stored?.session) {
    throw new CallerError(`You are not signed in to ${url}. An API key is not enough for this command.`, {
      next: 'Run platen login.',
    })
  }
  const { token } = await renewSession(call, stored.session)
  return dashboardClient({ url, token, account: stored.account?.userId }, call.signal)
}

/** Returns the new API key of a response. @throws {CallerError} if the response has none. */
export function newKeyIn(response: Record<string, unknown>, url: string): NewKey {
  const { tokenId, name, key } = stringFieldsOf(response)
  if (tokenId !== undefined && name !== undefined && key !== undefined) return { tokenId, name, key }
  throw new CallerError(`${url} did not return an API key.`, { next: 'Contact the operator of the service.' })
}

/**
 * Renews the token, and stores the new refresh token if the provider rotates it.
 * @throws {CallerError} if the session has ended.
 */
export async function renewSession(
  { caller: { url }, config, signal }: Pick<CallerCall, 'caller' | 'config' | 'signal'>,
  session: StoredSession,
): Promise<{ token: string; refreshToken: string }> {
  const tokens = await renew(session, session.refreshToken, signal)
  if (!tokens) throw signedOut(url)
  const { refreshToken = session.refreshToken, token } = tokens
  if (refreshToken !== session.refreshToken) {
    await changeCredentials(config.folder, ({ services, ...rest }) => ({
      ...rest,
      services: { ...services, [url]: { ...services[url], session: { ...session, refreshToken } } },
    }))
  }
  return { token, refreshToken }
}

function signedOut(url: string): CallerError {
  return new CallerError(`Your session at ${url} has ended.`, { next: 'Run platen login again.' })
}
