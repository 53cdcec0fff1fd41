import { bytesOf } from '../base64.ts'
import { WebhookSignatureError } from '../errors.ts'
import type { WebhookEvent } from '../types.ts'

/** Headers as a `Headers` object, or as `request.headers` of Node. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>

// Largest age of a signature, against replayed requests, and largest difference of the clocks.
const AGE_SECONDS_MAX = 300
const SECRET_PREFIX = 'whsec_'

/**
 * Verifies the signature of a webhook and returns its event. The signature must be at most five minutes old. An event
 * may arrive twice: keep the `id`s of a day to detect that.
 * @param body the raw body, before any JSON parser.
 * @param secret the secret of the webhook: `whsec_…`. During a rotation, the new or the old one.
 * @throws {WebhookSignatureError}
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerIn(headers, name),
  )
  if (!id || !timestamp || !signatures) throw new WebhookSignatureError('The webhook is not signed.')
  const age = Math.abs(Date.now() / 1_000 - Number(timestamp))
  if (!(age <= AGE_SECONDS_MAX))
    throw new WebhookSignatureError('The webhook was not signed within the last 5 minutes.')
  const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { ignoreBOM: true }).decode(body)
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  if (!(await isAnySignature(signatures, signed, secret))) {
    throw new WebhookSignatureError('The signature does not match the secret and the body.')
  }
  return JSON.parse(text) as WebhookEvent
}

async function isAnySignature(
  signatures: string,
  signed: Uint8Array<ArrayBuffer>,
  secret: string,
): Promise<boolean> {
  const bytes = bytesOf(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret)
  if (!bytes || bytes.length === 0)
    throw new TypeError('The secret is not a webhook secret. A webhook secret begins with whsec_.')
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ])
  for (const one of signatures.split(' ')) {
    const signature = one.startsWith('v1,') ? bytesOf(one.slice('v1,'.length)) : undefined
    if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed))) return true
  }
  return false
}

function headerIn(headers: WebhookHeaders, name: string): string | undefined {
  // Some platforms have a `Headers` class that is not the global one.
  if (isHeaders(headers)) return headers.get(name) ?? undefined
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return Array.isArray(value) ? value[0] : value
}

function isHeaders(headers: WebhookHeaders): headers is Headers {
  return typeof headers.get === 'function'
}
