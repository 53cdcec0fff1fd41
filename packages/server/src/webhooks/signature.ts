import { createHmac } from 'node:crypto'

const SECRET_PREFIX = 'whsec_'

/**
 * Derives the secret of a webhook, in the form that its owner sees: `whsec_` and 32 bytes in base64.
 * @param installationSecret secret from which all webhook secrets are derived, each with its own `salt`.
 */
export function deriveSecret(installationSecret: Buffer, salt: Buffer): string {
  return SECRET_PREFIX + createHmac('sha256', installationSecret).update(salt).digest('base64')
}

/**
 * Returns the headers that sign `body` (Standard Webhooks 1.0): HMAC-SHA256 of id, time and body.
 * @param secrets the present one, and the one before it during a rotation. Each has a signature.
 * @param message `id` is the same for all attempts; `at` differs.
 */
export function signatureHeaders(
  secrets: readonly string[],
  { id, at, body }: { id: string; at: Date; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const hmac = createHmac('sha256', Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'))
    return `v1,${hmac.update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
