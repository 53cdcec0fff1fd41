import { Unauthorized } from '../../../../sdk/src/errors.ts'
import { type CallerCall, CallerError } from '../caller.ts'
import { changeCredentials, type KeptSession } from './credentials.ts'
import { renew } from './device-flow.ts'
import { answered, type HttpRequest } from '../http.ts'

/** Asks the dashboard's routes as somebody who is signed in. @throws {PlatenError} for what they refuse. */
export type AskDashboard = (
  path: string,
  question?: Omit<HttpRequest, 'token' | 'signal'>,
) => Promise<Record<string, unknown>>

/** What asks the dashboard's routes with a token. */
export function dashboardOf(url: string, token: string, signal: AbortSignal): AskDashboard {
  return async (path, question = {}) => {
    try {
      return await answered(`${url}/dashboard/api${path}`, { ...question, token, signal })
    } catch (error) {
      throw error instanceof Unauthorized ? signedOut(url) : error
    }
  }
}

/** The same for who has signed in by platen login. @throws {CallerError} where nobody is signed in, or no longer. */
export async function openDashboard(
  call: Pick<CallerCall, 'caller' | 'config' | 'signal'>,
): Promise<AskDashboard> {
  const { url, kept: stored } = call.caller
  if (!stored?.session) {
    throw new CallerError(`You are not signed in to ${url}. An API key is not enough for this command.`, {
      next: 'Run platen login.',
    })
  }
  const { token } = await renewSession(call, stored.session)
  return dashboardOf(url, token, call.signal)
}

/**
 * A new token. What the sign-in service wants to be shown next time is kept.
 * @throws {CallerError} where the session has ended.
 */
export async function renewSession(
  { caller: { url }, config, signal }: Pick<CallerCall, 'caller' | 'config' | 'signal'>,
  session: KeptSession,
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
