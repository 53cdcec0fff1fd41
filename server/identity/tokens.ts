import { errors, type JWTPayload, jwtVerify, type JWTVerifyGetKey, type JWTVerifyResult } from 'jose'
import { type Claims, notSignedIn } from './identity.ts'

/** What a token has to be for it to be believed. */
export interface TokenRules {
  issuer: string
  audience: string
  /** Signatures by public key only: a shared secret could be made of what is public. */
  algorithms: readonly string[]
  /** Whether it is to say who somebody is, or to be shown to a service. One is not to be taken for the other. */
  kind: 'id' | 'access'
  /** The party that it must have been issued to, where it names one; a token for several audiences must. */
  authorizedParty: string | undefined
}

// Clocks of two machines are never quite the same.
const CLOCK_TOLERANCE_SECONDS = 30
// As OpenID Connect has it: 255 characters of ASCII.
const SUBJECT = /^[\x21-\x7e]{1,255}$/
const NAME_LENGTH_MAX = 100
const TYPES = { id: ['jwt'], access: ['jwt', 'at+jwt'] } as const satisfies Record<
  TokenRules['kind'],
  string[]
>

/**
 * What `token` says, if it is what `rules` ask for and signed with one of `keys`.
 * @throws {Refusal} `unauthorized`, the same for every reason; whatever `keys` throws for keys that cannot be had.
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
    // Some providers write it as a text.
    emailVerified: emailVerified === true || emailVerified === 'true',
    name: typeof name === 'string' ? plain(name) : '',
    issuedAt: new Date(iat * 1000),
    sessionId: typeof sid === 'string' ? sid : undefined,
  }
}

/** By what its header calls it, by the claim that Keycloak tells it with, and no news of somebody's signing out. */
function isOfKind({ payload, protectedHeader }: JWTVerifyResult, kind: TokenRules['kind']): boolean {
  const type = (protectedHeader.typ ?? 'JWT').toLowerCase().replace(/^application\//, '')
  const isCalledSo = payload['typ'] === undefined || (payload['typ'] === 'ID') === (kind === 'id')
  return TYPES[kind].some((name) => name === type) && isCalledSo && payload['events'] === undefined
}

/** What jose leaves open: odd subjects, tokens of tomorrow, and those that were issued to somebody else. */
function isForUs(payload: JWTPayload, { authorizedParty, kind }: TokenRules): boolean {
  const { sub, iat, aud, azp, client_id: client } = payload
  // RFC 9068 has another name for it in access tokens.
  const party = azp ?? (kind === 'access' ? client : undefined)
  const isOfSomebody = typeof sub === 'string' && SUBJECT.test(sub)
  const isOfNow = typeof iat === 'number' && iat <= Date.now() / 1000 + CLOCK_TOLERANCE_SECONDS
  const isForMany = Array.isArray(aud) && aud.length > 1
  return isOfSomebody && isOfNow && (party === undefined ? !isForMany : party === authorizedParty)
}

/** A name is its bearer's free text. */
function plain(name: string): string {
  const words = name.replace(/[\p{C}\s]+/gu, ' ').trim()
  return Array.from(words).slice(0, NAME_LENGTH_MAX).join('')
}
