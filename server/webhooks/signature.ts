import { createHmac } from 'node:crypto'

const SECRET_PREFIX = 'whsec_'

/**
 * The secret of a webhook, as its owner is shown it: `whsec_` and 32 bytes in base64.
 * @param installationSecret from which all are derived, each with its own `salt`.
 */
export function secretFrom(installationSecret: Buffer, salt: Buffer): string {
  return SECRET_PREFIX + createHmac('sha256', installationSecret).update(salt).digest('base64')
}

/**
 * What is sent with `body` to prove that it is ours, as Standard Webhooks 1.0 says: HMAC-SHA256 over id, time
 * and body.
 * @param id stays the same over all attempts; `at` does not.
 */
export function signatureHeaders(
  secret: string,
  { id, at, body }: { id: string; at: Date; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signature = createHmac('sha256', Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
