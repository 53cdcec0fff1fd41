import type { Connect } from '@platen/renderer/egress/connect'
import { sendRequest } from '../egress/http-request.ts'
import { resolveWebhookDestination, type WebhookPolicy } from './destination.ts'

/** Outcome of a request: the status of the response, or the reason why no response was received. */
export type PostOutcome = { responseStatus: number } | { reason: string }

/** Egress policy and connector of webhook requests. */
export interface Transport extends WebhookPolicy {
  connect: Connect
}

const LIMIT_MS = 10_000
// Only the status of a response is used. Reading its body lets the server finish sending.
const RESPONSE_BYTES_MAX = 64 * 1024

/** Sends one request after a check of its destination. Redirects are not followed. */
export async function sendPost(
  url: URL,
  message: { headers: Record<string, string>; body: string },
  transport: Transport,
): Promise<PostOutcome> {
  const outcome = await sendRequest(
    { url, method: 'POST', ...message, limitMs: LIMIT_MS, responseBytesMax: RESPONSE_BYTES_MAX },
    { resolve: (target) => resolveWebhookDestination(target, transport), connect: transport.connect },
  )
  return 'reason' in outcome ? outcome : { responseStatus: outcome.status }
}
