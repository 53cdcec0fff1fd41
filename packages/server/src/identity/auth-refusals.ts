import { Refusal, type RefusalKind } from '@platen/template/refusal'
import { notSignedInError } from './identity.ts'
import { expiredLink } from './mail-links.ts'

// Errors of better-auth that users can fix, with our messages.
const REFUSALS: Record<string, [RefusalKind, string]> = {
  INVALID_EMAIL_OR_PASSWORD: ['unauthorized', 'The e-mail address or the password is wrong.'],
  EMAIL_NOT_VERIFIED: [
    'forbidden',
    'Your e-mail address is not verified yet. Please follow the link in the mail.',
  ],
  INVALID_PASSWORD: ['forbidden', 'The password is wrong.'],
  PASSWORD_TOO_SHORT: ['invalid', 'The password must have at least 10 characters.'],
  PASSWORD_TOO_LONG: ['invalid', 'The password may have at most 128 characters.'],
  INVALID_EMAIL: ['invalid', 'This is not an e-mail address.'],
  // Our schemas check all other fields. better-auth is stricter only about the address.
  VALIDATION_ERROR: ['invalid', 'This is not an e-mail address.'],
  // This error has no code.
  'Email is the same': ['invalid', 'This is already your e-mail address.'],
  INVALID_USER: ['forbidden', 'This link belongs to another account. Sign out and open it again.'],
  FAILED_TO_CREATE_USER: ['busy', 'The sign-up was interrupted. Please try again.'],
}

const SPENT_LINKS = new Set(['INVALID_TOKEN', 'TOKEN_EXPIRED', 'USER_NOT_FOUND'])

/**
 * Converts an error response of better-auth to a refusal.
 * @throws for a response that our routes should never cause.
 */
export function toRefusal(status: number, body: unknown): Refusal {
  const { code, message } = readError(body)
  if (SPENT_LINKS.has(code)) return expiredLink()
  const known = REFUSALS[code === '' ? message : code]
  if (known) return new Refusal(known[0], known[1], code === '' ? {} : { detail: code })
  if (status === 401) return notSignedInError()
  throw new Error(`better-auth answered ${status} ${code}: ${message}`)
}

function readError(body: unknown): { code: string; message: string } {
  const { code = '', message = '' }: { code?: unknown; message?: unknown } =
    typeof body === 'object' && body !== null ? body : {}
  return { code: String(code), message: String(message) }
}
