import { errors, type JWTPayload, jwtVerify, type JWTVerifyGetKey, type JWTVerifyResult } from 'jose'
import { type Claims, notSignedInError } from './identity.ts'

/** Requirements for a token. */
export interface TokenRules {
  issuer: string
  audience: string
  /**
   * Signature algorithms. Only those with public keys: with a shared-secret algorithm, an attacker could sign with the
   * public key.
   */
  algorithms: readonly string[]
  /** Kind of token. An id token is not accepted as an access token, or the other way round. */
  kind: 'id' | 'access'
  /** Client that the token must be issued to, when the token names one. A token for several audiences must name it. */
  authorizedParty: string | undefined
}

// Tolerance for clock differences between machines.
const CLOCK_TOLERANCE_SECONDS = 30
// OpenID Connect limits a subject to 255 ASCII characters.
const SUBJECT = /^[\x21-\x7e]{1,255}$/
const NAME_LENGTH_MAX = 100
const TYPES = { id: ['jwt'], access: ['jwt', 'at+jwt'] } as const satisfies Record<
  TokenRules['kind'],
  string[]
>

/**
 * Verifies a token against `rules` and the signatures of `keys`.
 * @returns its claims.
 * @throws {Refusal} `unauthorized`, the same for every reason; errors of `keys` when the keys are not available.
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
    throw error instanceof errors.JOSEError ? notSignedInError(error) : error
  })
  if (!isOfKind(verified, rules.kind) || !isIssuedToClient(verified.payload, rules)) throw notSignedInError()
  const { sub: subject = '', iat = 0, email, email_verified: emailVerified, name, sid } = verified.payload
  return {
    subject,
    email: typeof email === 'string' ? email : undefined,
    // Some providers send a string.
    emailVerified: emailVerified === true || emailVerified === 'true',
    name: typeof name === 'string' ? normalizedName(name) : '',
    issuedAt: new Date(iat * 1000),
    sessionId: typeof sid === 'string' ? sid : undefined,
  }
}

/**
 * Checks the kind of a token by its `typ` header, by the `typ` claim of Keycloak, and by the absence of `events`, which
 * logout tokens have.
 */
function isOfKind({ payload, protectedHeader }: JWTVerifyResult, kind: TokenRules['kind']): boolean {
  const type = (protectedHeader.typ ?? 'JWT').toLowerCase().replace(/^application\//, '')
  const hasMatchingClaim = payload['typ'] === undefined || (payload['typ'] === 'ID') === (kind === 'id')
  return TYPES[kind].some((name) => name === type) && hasMatchingClaim && payload['events'] === undefined
}

/** Checks what jose does not: the form of the subject, a future issue time, and the authorized party. */
function isIssuedToClient(payload: JWTPayload, { authorizedParty, kind }: TokenRules): boolean {
  const { sub, iat, aud, azp, client_id: client } = payload
  // RFC 9068 calls it `client_id` in access tokens.
  const party = azp ?? (kind === 'access' ? client : undefined)
  const hasValidSubject = typeof sub === 'string' && SUBJECT.test(sub)
  const isIssued = typeof iat === 'number' && iat <= Date.now() / 1000 + CLOCK_TOLERANCE_SECONDS
  const hasSeveralAudiences = Array.isArray(aud) && aud.length > 1
  return (
    hasValidSubject && isIssued && (party === undefined ? !hasSeveralAudiences : party === authorizedParty)
  )
}

/** Normalizes a name, which is free text of its user. */
function normalizedName(name: string): string {
  const words = name.replace(/[\p{C}\s]+/gu, ' ').trim()
  return Array.from(words).slice(0, NAME_LENGTH_MAX).join('')
}
