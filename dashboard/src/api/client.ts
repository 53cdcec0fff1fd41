import createClient from 'openapi-fetch'
import { session } from '../session/session.ts'
import { Failure, failureFor, failureToReach } from './failure.ts'
import type { paths } from './schema.ts'

/**
 * The service's routes for the dashboard, typed by its own description of them. Every call carries the session's
 * token; use it inside `answered`.
 */
export const api = createClient<paths>({ baseUrl: window.location.origin, fetch: fetchWithToken })

/** A token that is refused is replaced once: its key, or the service, may just have been changed. */
async function fetchWithToken(request: Request): Promise<Response> {
  const again = request.clone()
  const token = await session.token()
  const answer = await send(request, token)
  if (answer.status !== 401) return answer
  const other = await session.token(token)
  return other === undefined || other === token ? answer : await send(again, other)
}

async function send(request: Request, token: string | undefined): Promise<Response> {
  if (token === undefined) throw new Failure(401, 'Please sign in.')
  request.headers.set('authorization', `Bearer ${token}`)
  try {
    return await fetch(request)
  } catch (error) {
    throw failureToReach(error)
  }
}

/**
 * The body of a good answer.
 * @throws {Failure} for every other, and where none came.
 */
export async function answered<Data>(
  call: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<Data> {
  const { data, error, response } = await call
  if (!response.ok) throw failureFor(response, error)
  return data as Data
}
