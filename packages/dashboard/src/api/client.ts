import createClient from 'openapi-fetch'
import { chosenAccount } from '../session/account.ts'
import { session } from '../session/session.ts'
import { Failure, failureFromResponse, toConnectionFailure } from '../base/failure.ts'
import type { paths } from './schema.ts'

/**
 * Typed client of the dashboard API. Its types are generated from the OpenAPI document of the service. Every call
 * sends the token of the session and names the account. Wrap each call in `unwrap`.
 */
export const api = createClient<paths>({ baseUrl: window.location.origin, fetch: fetchWithToken })

/** Sends a request, and retries it once with a new token after a 401: the signing key may have been rotated. */
async function fetchWithToken(request: Request): Promise<Response> {
  const retry = request.clone()
  const token = await session.token()
  const response = await send(request, token)
  if (response.status !== 401) return response
  const newToken = await session.token(token)
  return newToken === undefined || newToken === token ? response : await send(retry, newToken)
}

async function send(request: Request, token: string | undefined): Promise<Response> {
  if (token === undefined) throw new Failure(401, 'You are not signed in. Sign in to continue.')
  request.headers.set('authorization', `Bearer ${token}`)
  const account = chosenAccount()
  if (account !== undefined) request.headers.set('x-platen-account', account)
  try {
    return await fetch(request)
  } catch (error) {
    throw toConnectionFailure(error)
  }
}

/**
 * Returns the body of a successful response.
 * @throws {Failure} for an error response, and when there was no response.
 */
export async function unwrap<Data>(
  call: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<Data> {
  const { data, error, response } = await call
  if (!response.ok) throw failureFromResponse(response, error)
  return data as Data
}
