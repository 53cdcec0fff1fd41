import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Sentence that the answer to a body over the limit adds: the limit of what the route stores. */
    bodyHint?: string
  }
}

/** Thrown for a body above the route's limit, before any of it is read. The code is Fastify's own for such bodies. */
export class BodyTooLarge extends Error {
  readonly code = 'FST_ERR_CTP_BODY_TOO_LARGE'
  readonly statusCode = 413
}

/** Returns the message for a body above the route's limit: the limit, and the one of what the route stores. */
export function tooLargeMessage({ routeOptions: { bodyLimit, config } }: FastifyRequest): string {
  const { bodyHint } = config
  return `The body is larger than ${inWords(bodyLimit)}.${bodyHint === undefined ? '' : ` ${bodyHint}`}`
}

const MIB = 1024 * 1024

function inWords(bytes: number): string {
  const exact = `${bytes.toLocaleString('en')} bytes`
  return bytes >= MIB ? `${bytes / MIB} MiB (${exact})` : exact
}
