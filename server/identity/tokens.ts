import { errors, type JWTPayload, jwtVerify, type JWTVerifyGetKey, type JWTVerifyResult } from 'jose'
import { type Claims, notSignedIn } from './identity.ts'

/** Requirements for a token. */
export interface TokenRules {
  issuer: string
  audience: string
  /** Public key algorithms only: a shared secret could be derived from public data. */
  algorithms: readonly string[]
  /** Token type: `id` identifies a user, `access` is for a service. They are not interchangeable. */
  kind: 'id' | 'access'
  /** Required authorized party, when the token names one. A token with several audiences must name one. */
  authorizedParty: string | undefined
}

// Allowed difference between the clocks of two machines.
const CLOCK_TOLERANCE_SECONDS = 30
// OpenID Connect: at most 255 ASCII characters.
const SUBJECT = /^[\x21-\x7e]{1,255}$/
const NAME_LENGTH_MAX = 100
const TYPES = { id: ['jwt'], access: ['jwt', 'at+jwt'] } as const satisfies Record<
  TokenRules['kind'],
  string[]
>

/**
 * Verifies that `token` matches `rules` and is signed with one of `keys`.
 *
 * @returns its claims
 * @throws {Refusal} `unauthorized`, the same for every reason; and errors of `keys` when keys are not available
 */
export async function verifyToken(
  token: string,
  keys: JWTVerifyGetKey,
  rules: TokenRules,
): Promise<Omit<Claims, 'issuer'>> {
  const verified = await jwtVerify(token, keys, {
    issuer: rules.issuer,
    audience: rules.audience,
    algorithms: [...rules.algorithms],
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    requiredClaims: ['sub', 'exp', 'iat'],
  }).catch((error: unknown) => {
    throw error instanceof errors.JOSEError ? notSignedIn(error) : error
  })
  if (!isOfKind(verified, rules.kind) || !isForUs(verified.payload, rules)) throw notSignedIn()
  const { sub: subject = '', iat = 0, email, email_verified: emailVerified, name, sid } = verified.payload
  return {
    subject,
    email: typeof email === 'string' ? email : undefined,
    // Some providers send it as a string.
    emailVerified: emailVerified === true || emailVerified === 'true',
    name: typeof name === 'string' ? plain(name) : '',
    issuedAt: new Date(iat * 1000),
    sessionId: typeof sid === 'string' ? sid : undefined,
  }
}

/** Checks the type in the header and in Keycloak's claim, and rejects logout tokens. */
function isOfKind({ payload, protectedHeader }: JWTVerifyResult, kind: TokenRules['kind']): boolean {
  const type = (protectedHeader.typ ?? 'JWT').toLowerCase().replace(/^application\//, '')
  const isCalledSo = payload['typ'] === undefined || (payload['typ'] === 'ID') === (kind === 'id')
  return TYPES[kind].some((name) => name === type) && isCalledSo && payload['events'] === undefined
}

/** Checks that jose leaves to the caller: invalid subjects, tokens from the future, and tokens for other parties. */
function isForUs(payload: JWTPayload, { authorizedParty, kind }: TokenRules): boolean {
  const { sub, iat, aud, azp, client_id: client } = payload
  // RFC 9068 uses another name for it in access tokens.
  const party = azp ?? (kind === 'access' ? client : undefined)
  const isOfSomebody = typeof sub === 'string' && SUBJECT.test(sub)
  const isOfNow = typeof iat === 'number' && iat <= Date.now() / 1000 + CLOCK_TOLERANCE_SECONDS
  const isForMany = Array.isArray(aud) && aud.length > 1
  return isOfSomebody && isOfNow && (party === undefined ? !isForMany : party === authorizedParty)
}

/** Names are untrusted text. */
function plain(name: string): string {
  const words = name.replace(/[\p{C}\s]+/gu, ' ').trim()
  return Array.from(words).slice(0, NAME_LENGTH_MAX).join('')
}
