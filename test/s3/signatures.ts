import type { IncomingMessage } from 'node:http'
import aws4 from 'aws4'

/** A key that the store knows, and the token that goes with it where it is a temporary one. */
export interface StoreKey {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

/** Why a request is refused, in the words of S3. */
export interface Refused {
  status: number
  code: string
}

const SKEW_MAX_MS = 15 * 60_000
const DENIED = { status: 403, code: 'AccessDenied' }

/**
 * Whether S3 would let this request in: signed with version 4 by a key that it knows, not changed since, and in
 * time. No S3 server on npm looks at all of this; a second library signs again what came in.
 */
export function refusalOf(request: IncomingMessage, keys: StoreKey[], now: number): Refused | undefined {
  const url = new URL(request.url ?? '/', 'http://store')
  const given = url.searchParams.has('X-Amz-Algorithm') ? inQuery(url) : inHeader(request)
  if (!given) return DENIED
  const [accessKeyId, , region, service] = given.credential.split('/')
  const key = keys.find((known) => known.accessKeyId === accessKeyId)
  if (!key || !region || service !== 's3') return { status: 403, code: 'InvalidAccessKeyId' }
  if (given.token !== key.sessionToken) return { status: 400, code: 'InvalidToken' }

  const { sessionToken: _, ...pair } = key
  const signed = aws4.sign(
    {
      method: request.method ?? 'GET',
      path: given.path,
      service,
      region,
      signQuery: given.expires !== undefined,
      headers: Object.fromEntries(
        given.signedHeaders.split(';').map((name) => [name, String(request.headers[name] ?? '')]),
      ),
    },
    pair,
  )
  const expected =
    given.expires === undefined
      ? /Signature=([0-9a-f]+)$/.exec(String(signed.headers?.['Authorization']))?.[1]
      : new URL(signed.path ?? '/', 'http://store').searchParams.get('X-Amz-Signature')
  if (given.signature !== expected) return { status: 403, code: 'SignatureDoesNotMatch' }

  const signedAt = timeOf(given.date)
  if (given.expires !== undefined) {
    return signedAt + given.expires * 1000 < now || signedAt > now + SKEW_MAX_MS ? DENIED : undefined
  }
  return Math.abs(now - signedAt) > SKEW_MAX_MS ? { status: 403, code: 'RequestTimeTooSkewed' } : undefined
}

function inQuery(url: URL) {
  const take = (name: string) => url.searchParams.get(`X-Amz-${name}`) ?? ''
  const expires = Number(take('Expires'))
  if (!(expires > 0 && expires <= 604_800)) return undefined
  return {
    credential: take('Credential'),
    signedHeaders: take('SignedHeaders'),
    signature: take('Signature'),
    date: take('Date'),
    token: url.searchParams.get('X-Amz-Security-Token') ?? undefined,
    expires,
    path: url.pathname + url.search.replace(/&?X-Amz-Signature=[^&]*/, ''),
  }
}

function inHeader(request: IncomingMessage) {
  const pattern = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/
  const [, credential, signedHeaders, signature] = pattern.exec(request.headers.authorization ?? '') ?? []
  if (!credential || !signedHeaders || !signature) return undefined
  return {
    credential,
    signedHeaders,
    signature,
    date: String(request.headers['x-amz-date']),
    token: request.headers['x-amz-security-token']?.toString(),
    expires: undefined,
    path: request.url ?? '/',
  }
}

/** `20261121T160249Z` as a time. */
function timeOf(text: string): number {
  return Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
}
