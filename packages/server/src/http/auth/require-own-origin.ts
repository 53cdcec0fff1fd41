import type { FastifyRequest } from 'fastify'
import { Refusal } from '@platen/template/refusal'
import { isOwnOrigin } from './own-origin.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD'])

/**
 * Returns a hook that rejects state-changing requests from other origins (CSRF protection for requests with a cookie).
 * All names of this machine are equal, so a service at localhost also works at 127.0.0.1.
 * @throws {Refusal} `forbidden`.
 */
export function requireOwnOrigin(baseUrl: string) {
  return async ({ method, headers }: FastifyRequest): Promise<void> => {
    const { origin = '' } = headers
    if (SAFE_METHODS.has(method) || isOwnOrigin(baseUrl, origin)) return
    throw new Refusal(
      'forbidden',
      `Only pages of the dashboard at ${baseUrl} may send this request. Open the dashboard there, or set BASE_URL to its address.`,
    )
  }
}
