import { DownloadError } from './download.ts'
import { UnusableProof } from './proof.ts'

/** A request that gave nothing usable. */
export interface Attempt {
  url: URL
  reason: string
}

/** Data about a certificate cannot be had: from no address, or because the certificate names none. */
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
