import { createHmac, createPublicKey, type webcrypto } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { cases } from '../harness.ts'

/** Row of the table of forged tokens. */
interface Row {
  id: string
  alg?: string
  sig?: string
  key?: string
  hdr?: Record<string, unknown>
  claims?: Record<string, unknown>
  raw?: string
  gen?: string
  expect?: string
}

/** Signing key and claims of valid tokens. */
export interface Signer {
  privateKey: webcrypto.CryptoKey
  /** With its `kid` and `alg`. */
  publicJwk: JWK & { kid: string; alg: string }
  issuer: string
  audience: string
  claims: { sub: string } & Record<string, unknown>
}

/** Values of rows that do not come from the signer. */
export interface ForgeryContext {
  otherSubject: string
  apiKey: string
  /** Port of a server that must not be called. */
  canaryPort: number
}

/** Creates the signing key of an issuer. */
export async function newKey(
  alg: 'RS256' | 'ES256',
  kid: string,
): Promise<Pick<Signer, 'privateKey' | 'publicJwk'>> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  return { privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg } }
}

/** Signs a valid token with `changes`. */
export async function signed(
  { privateKey, publicJwk, issuer, audience, claims }: Signer,
  changes: {
    header?: Record<string, unknown>
    claims?: Record<string, unknown>
    key?: webcrypto.CryptoKey
  } = {},
): Promise<string> {
  const { kid, alg } = publicJwk
  const now = Math.floor(Date.now() / 1000)
  const payload = { iss: issuer, aud: audience, iat: now, exp: now + 300, ...claims, ...changes.claims }
  const header = { alg, kid, typ: 'JWT', ...changes.header }
  // jose refuses to sign a token with an unknown `crit`.
  if ('crit' in header) return await signedByHand(header, payload, changes.key ?? privateKey)
  return await new SignJWT(payload).setProtectedHeader(header).sign(changes.key ?? privateKey)
}

/** Returns all tokens of the table with their expected result. */
export async function forgedTokens(
  signer: Signer,
  context: ForgeryContext,
): Promise<{ id: string; token: string; expect: string }[]> {
  const rows = await cases<Row>('jwt-dashboard')
  const attacker = await newKey(signer.publicJwk.alg === 'RS256' ? 'RS256' : 'ES256', signer.publicJwk.kid)
  return await Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      token: await tokenOf(row, signer, attacker, context),
      expect: row.expect ?? '401',
    })),
  )
}

async function tokenOf(
  row: Row,
  signer: Signer,
  attacker: Awaited<ReturnType<typeof newKey>>,
  context: ForgeryContext,
): Promise<string> {
  const good = await signed(signer)
  const [header = '', payload = '', signature = ''] = good.split('.')
  const claims = claimsOf(row, signer, context)
  switch (row.id) {
    case 'none':
    case 'None':
    case 'nOnE':
      return `${encoded({ alg: row.alg, typ: 'JWT' })}.${payload}.${row.sig ?? ''}`
    case 'hs256-with-public-key':
      return withSecret(
        payload,
        createPublicKey({ key: signer.publicJwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' }),
        signer,
      )
    case 'hs256-with-jwks-n':
      return withSecret(payload, signer.publicJwk.n ?? signer.publicJwk.x ?? '', signer)
    case 'rs256-wrong-key':
      return await signed(signer, { key: attacker.privateKey })
    case 'embedded-jwk':
      return await signed(signer, { key: attacker.privateKey, header: { jwk: attacker.publicJwk } })
    case 'jku':
    case 'x5u':
      return await signed(signer, {
        key: attacker.privateKey,
        header: filled(row.hdr ?? {}, signer, context),
      })
    case 'sub-other-account':
      return `${header}.${encoded({ ...decoded(payload), ...claims })}.${signature}`
    case 'sig-stripped':
      return `${header}.${payload}.`
    case 'sig-ecdsa-zero':
      return `${encoded({ alg: 'ES256', kid: signer.publicJwk.kid })}.${payload}.${Buffer.alloc(64).toString('base64url')}`
    case 'payload-dup-keys':
      return await signedByHand(
        { alg: signer.publicJwk.alg, kid: signer.publicJwk.kid },
        row.raw ?? '',
        signer.privateKey,
      )
    case 'jwe':
      return [encoded({ alg: 'RSA-OAEP', enc: 'A256GCM' }), 'a2V5', 'aXY', payload, 'dGFn'].join('.')
    case 'b64-padding':
      return good
        .split('.')
        .map((part) => `${part}=`)
        .join('.')
    case 'huge':
      return await signed(signer, { claims: { filler: 'x'.repeat(1_000_000) } })
    case 'api-key-as-jwt':
      return context.apiKey
    default:
      return await signed(signer, { claims, header: filled(row.hdr ?? {}, signer, context) })
  }
}

/** Returns the claims of a row. Numbers are seconds from now, and null removes a claim. */
function claimsOf({ claims = {} }: Row, signer: Signer, context: ForgeryContext): Record<string, unknown> {
  const now = Math.floor(Date.now() / 1000)
  return Object.fromEntries(
    Object.entries(filled(claims, signer, context)).map(([name, value]) => [
      name,
      value === null ? undefined : typeof value === 'number' ? now + value : value,
    ]),
  )
}

function filled(
  values: Record<string, unknown>,
  { issuer, audience }: Signer,
  context: ForgeryContext,
): Record<string, unknown> {
  const text = JSON.stringify(values)
    .replaceAll('%%AUD%%', audience)
    .replaceAll('%%ISS%%', issuer)
    .replaceAll('%%OTHER_SUB%%', context.otherSubject)
    .replaceAll('%%PORT%%', String(context.canaryPort))
  return JSON.parse(text)
}

function withSecret(payload: string, secret: string | Buffer, { publicJwk: { kid } }: Signer): string {
  const input = `${encoded({ alg: 'HS256', typ: 'JWT', kid })}.${payload}`
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
}

async function signedByHand(
  header: object,
  payload: object | string,
  key: webcrypto.CryptoKey,
): Promise<string> {
  const body = typeof payload === 'string' ? Buffer.from(payload).toString('base64url') : encoded(payload)
  const input = `${encoded(header)}.${body}`
  const algorithm = key.algorithm.name === 'ECDSA' ? { name: 'ECDSA', hash: 'SHA-256' } : key.algorithm.name
  const signature = await crypto.subtle.sign(algorithm, key, Buffer.from(input))
  return `${input}.${Buffer.from(signature).toString('base64url')}`
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function decoded(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString())
}
