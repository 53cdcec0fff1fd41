import { Refusal, type RefusalKind } from '../errors.ts'
import { notSignedIn } from './identity.ts'
import { spentLink } from './mail-links.ts'

// Errors of better-auth that users can correct, with our messages.
const REFUSALS: Record<string, [RefusalKind, string]> = {
  INVALID_EMAIL_OR_PASSWORD: ['unauthorized', 'The e-mail address or the password is wrong.'],
  EMAIL_NOT_VERIFIED: [
    'forbidden',
    'Your e-mail address is not verified yet. Please follow the link in the mail.',
  ],
  INVALID_PASSWORD: ['forbidden', 'The password is wrong.'],
  PASSWORD_TOO_SHORT: ['invalid', 'A password has at least 10 characters.'],
  PASSWORD_TOO_LONG: ['invalid', 'A password has at most 128 characters.'],
  INVALID_EMAIL: ['invalid', 'This is not an e-mail address.'],
  // Our schemas validate fields. better-auth is stricter about e-mail addresses.
  VALIDATION_ERROR: ['invalid', 'This is not an e-mail address.'],
  // The only one without a code.
  'Email is the same': ['invalid', 'This is your address already.'],
  INVALID_USER: ['forbidden', 'This link is for somebody else than who is signed in here.'],
  FAILED_TO_CREATE_USER: ['busy', 'Something came between. Please try again.'],
}

const SPENT_LINKS = new Set(['INVALID_TOKEN', 'TOKEN_EXPIRED', 'USER_NOT_FOUND'])

/**
 * Converts an error answer of better-auth to a refusal.
 *
 * @throws for an answer that our routes should never cause
 */
export function refusalFor(status: number, body: unknown): Refusal {
  const { code, message } = described(body)
  if (SPENT_LINKS.has(code)) return spentLink()
  const known = REFUSALS[code === '' ? message : code]
  if (known) return new Refusal(known[0], known[1], code === '' ? {} : { detail: code })
  if (status === 401) return notSignedIn()
  throw new Error(`better-auth answered ${status} ${code}: ${message}`)
}

function described(body: unknown): { code: string; message: string } {
  const { code = '', message = '' }: { code?: unknown; message?: unknown } =
    typeof body === 'object' && body !== null ? body : {}
  return { code: String(code), message: String(message) }
}
