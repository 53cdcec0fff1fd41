import { DownloadError } from './download.ts'
import { UnusableProof } from './proof.ts'

/** A request without a usable response. */
export interface Attempt {
  url: URL
  reason: string
}

/** Data about a certificate is not available: no address returned it, or the certificate names none. */
export class UnavailableError extends Error {
  override name = 'UnavailableError'
  readonly attempts: readonly Attempt[]

  constructor(message: string, attempts: readonly Attempt[]) {
    super(message)
    this.attempts = attempts
  }
}

/** The issuer has revoked a certificate. */
export class RevokedError extends Error {
  override name = 'RevokedError'
}

/** Returns the reason of a failed request, for the account. */
export function failureOf(error: unknown): string {
  if (error instanceof DownloadError || error instanceof UnusableProof) return error.message
  return 'its response is not valid'
}
