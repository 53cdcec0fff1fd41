import { Failure, failureFromResponse, toConnectionFailure } from '../base/failure.ts'
import type { TokenSource } from './token-source.ts'

const BASE = '/dashboard/auth'

/** Calls a route of the built-in sign-in. @throws {Failure} for an error response, and when there is no response. */
export async function call(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
  const response = await fetch(BASE + path, {
    method,
    credentials: 'same-origin',
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw toConnectionFailure(error)
  })
  const payload: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw failureFromResponse(response, payload)
  return payload
}

/** Token source for the session in the browser's cookie. */
export const builtIn: TokenSource = {
  async renew() {
    try {
      const payload = await call('GET', '/token')
      return typeof payload === 'object' && payload && 'token' in payload ? String(payload.token) : undefined
    } catch (error) {
      if (error instanceof Failure && error.status === 401) return undefined
      throw error
    }
  },
  end: async () => void (await call('POST', '/sign-out', {})),
}
