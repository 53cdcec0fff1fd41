import { createHmac } from 'node:crypto'
import type { ListenerEvent } from '@platen/client'

/** Result of a request to a local address. */
export type Forwarded = { durationMs: number } & ({ status: number } | { error: string })

const LIMIT_MS = 30_000
const SECRET_PREFIX = 'whsec_'

/**
 * Derives the secret with which this tool signs events from the API key, so that it stays the same. The service does not
 * know it, and the key cannot be computed from it.
 */
export function listenSecret(apiKey: string): string {
  return SECRET_PREFIX + createHmac('sha256', apiKey).update('platen listen').digest('base64')
}

/** Sends an event to an address, with the body and headers of a webhook. Redirects are not followed. */
export async function forwardEvent(
  { id, body }: Pick<ListenerEvent, 'id' | 'body'>,
  { target, secret, signal }: { target: URL; secret: string; signal: AbortSignal },
): Promise<Forwarded> {
  const began = performance.now()
  const outcome = await fetch(target, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Platen',
      ...signatureHeaders(secret, id, body),
    },
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]),
  }).then(
    async (response) => {
      await response.body?.cancel()
      return { status: response.status }
    },
    (error: unknown) => ({ error: reasonOf(error) }),
  )
  return { ...outcome, durationMs: Math.round(performance.now() - began) }
}

/** Returns the headers of Standard Webhooks 1.0. */
function signatureHeaders(secret: string, id: string, body: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const hmac = createHmac('sha256', Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'))
  const signature = hmac.update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no response within ${LIMIT_MS / 1_000} s`
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message
}
