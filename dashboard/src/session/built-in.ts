import { Failure, failureFor, failureToReach } from '../api/failure.ts'
import type { TokenSource } from './session.ts'

const BASE = '/dashboard/auth'

/** Calls one of the sign-in's routes. @throws {Failure} where it is refused or no answer comes. */
export async function call(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
  const response = await fetch(BASE + path, {
    method,
    credentials: 'same-origin',
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw failureToReach(error)
  })
  const answer: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw failureFor(response, answer)
  return answer
}

/** Tokens for the session that the browser's cookie names. */
export const builtIn: TokenSource = {
  async renew() {
    try {
      const answer = await call('GET', '/token')
      return typeof answer === 'object' && answer && 'token' in answer ? String(answer.token) : undefined
    } catch (error) {
      if (error instanceof Failure && error.status === 401) return undefined
      throw error
    }
  },
  end: async () => void (await call('POST', '/sign-out', {})),
}
