import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Sentence that is added to the error for a body over the limit: the limit of the stored object. */
    bodyHint?: string
  }
}

/** A body is larger than the limit of its route. Thrown before the body is read, with the error code of Fastify. */
export class BodyTooLarge extends Error {
  readonly code = 'FST_ERR_CTP_BODY_TOO_LARGE'
  readonly statusCode = 413
}

/** Returns the message for a body above the limit of the route, with the hint of the route. */
export function tooLargeMessage({ routeOptions: { bodyLimit, config } }: FastifyRequest): string {
  const { bodyHint } = config
  return `The body is larger than ${formatBytes(bodyLimit)}.${bodyHint === undefined ? '' : ` ${bodyHint}`}`
}

const MIB = 1024 * 1024

function formatBytes(bytes: number): string {
  const exact = `${bytes.toLocaleString('en')} bytes`
  return bytes >= MIB ? `${bytes / MIB} MiB (${exact})` : exact
}
