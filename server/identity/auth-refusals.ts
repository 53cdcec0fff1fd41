import { Refusal, type RefusalKind } from '../errors.ts'
import { notSignedIn } from './identity.ts'
import { spentLink } from './mail-links.ts'

// What better-auth refuses that people can do something about, in our words.
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
  // Fields are looked at by our own schemas; what it is stricter about is the address.
  VALIDATION_ERROR: ['invalid', 'This is not an e-mail address.'],
  // The one that comes without a code.
  'Email is the same': ['invalid', 'This is your address already.'],
  INVALID_USER: ['forbidden', 'This link is for somebody else than who is signed in here.'],
  FAILED_TO_CREATE_USER: ['busy', 'Something came between. Please try again.'],
}

const SPENT_LINKS = new Set(['INVALID_TOKEN', 'TOKEN_EXPIRED', 'USER_NOT_FOUND'])

/**
 * Our refusal for an answer of better-auth's that is none of success.
 * @throws for an answer that our routes should never have led to.
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
