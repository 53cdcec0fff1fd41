import type { Connect } from '@platen/renderer/egress/connect'
import { sendRequest } from '../egress/http-request.ts'
import { resolveWebhookDestination, type WebhookPolicy } from './destination.ts'

/** Outcome of a request: status and beginning of the response, or the reason why no response was received. */
export type PostOutcome = { responseStatus: number; responseExcerpt: string } | { reason: string }

/** Egress policy and connector of webhook requests. */
export interface Transport extends WebhookPolicy {
  connect: Connect
}

const LIMIT_MS = 10_000
// Only the beginning of an answer is used. Reading more of its body lets the server finish sending.
const ANSWER_BYTES_MAX = 64 * 1024
const EXCERPT_LENGTH_MAX = 1_000
// Control characters but line breaks and tabs, and lone surrogates: PostgreSQL cannot store all of them.
const UNSHOWABLE = /[^\P{Cc}\n\t]|\p{Cs}/gu

/** Sends one request after a check of its destination. Redirects are not followed. */
export async function sendPost(
  url: URL,
  message: { headers: Record<string, string>; body: string },
  transport: Transport,
): Promise<PostOutcome> {
  const outcome = await sendRequest(
    { url, method: 'POST', ...message, limitMs: LIMIT_MS, responseBytesMax: ANSWER_BYTES_MAX },
    { resolve: (target) => resolveWebhookDestination(target, transport), connect: transport.connect },
  )
  return 'reason' in outcome
    ? outcome
    : { responseStatus: outcome.status, responseExcerpt: excerptOf(outcome.body) }
}

function excerptOf(body: Buffer): string {
  // A character has at most 4 bytes.
  const text = body.subarray(0, 4 * EXCERPT_LENGTH_MAX).toString()
  return text.slice(0, EXCERPT_LENGTH_MAX).toWellFormed().replaceAll(UNSHOWABLE, '\uFFFD')
}
