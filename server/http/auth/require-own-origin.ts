import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../errors.ts'
import { isOwnOrigin } from './own-origin.ts'

const READING = new Set(['GET', 'HEAD'])

/**
 * Lets only our own pages send what changes something by cookie: browsers name the page that sends it. The names of
 * this machine count as one, so that a service tried out at 127.0.0.1 can be reached as localhost, too.
 * @throws {Refusal} `forbidden`.
 */
export function requireOwnOrigin(baseUrl: string) {
  return async ({ method, headers }: FastifyRequest): Promise<void> => {
    const { origin = '' } = headers
    if (READING.has(method) || isOwnOrigin(baseUrl, origin)) return
    throw new Refusal('forbidden', `This is only for the dashboard at ${baseUrl}. BASE_URL says where it is.`)
  }
}
