import type { IncomingMessage } from 'node:http'
import aws4 from 'aws4'

/** An access key of the store, with a session token when it is temporary. */
export interface StoreKey {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

/** Status and S3 error code of a rejected request. */
export interface Refused {
  status: number
  code: string
}

const SKEW_MAX_MS = 15 * 60_000
const DENIED = { status: 403, code: 'AccessDenied' }

/**
 * Returns the error with which S3 would reject a request, or `undefined`: the request must have a valid and timely
 * version 4 signature of a known key. No S3 server on npm checks all of this. A second library signs the request again
 * for the comparison.
 */
export function refusalOf(request: IncomingMessage, keys: StoreKey[], now: number): Refused | undefined {
  const url = new URL(request.url ?? '/', 'http://store')
  const provided = url.searchParams.has('X-Amz-Algorithm') ? inQuery(url) : inHeader(request)
  if (!provided) return DENIED
  const [accessKeyId, , region, service] = provided.credential.split('/')
  const key = keys.find((known) => known.accessKeyId === accessKeyId)
  if (!key || !region || service !== 's3') return { status: 403, code: 'InvalidAccessKeyId' }
  if (provided.token !== key.sessionToken) return { status: 400, code: 'InvalidToken' }

  const { sessionToken: _, ...pair } = key
  const signed = aws4.sign(
    {
      method: request.method ?? 'GET',
      path: provided.path,
      service,
      region,
      signQuery: provided.expires !== undefined,
      headers: Object.fromEntries(
        provided.signedHeaders.split(';').map((name) => [name, String(request.headers[name] ?? '')]),
      ),
    },
    pair,
  )
  const expected =
    provided.expires === undefined
      ? /Signature=([0-9a-f]+)$/.exec(String(signed.headers?.['Authorization']))?.[1]
      : new URL(signed.path ?? '/', 'http://store').searchParams.get('X-Amz-Signature')
  if (provided.signature !== expected) return { status: 403, code: 'SignatureDoesNotMatch' }

  const signedAt = timeOf(provided.date)
  if (provided.expires !== undefined) {
    return signedAt + provided.expires * 1000 < now || signedAt > now + SKEW_MAX_MS ? DENIED : undefined
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

/** Parses a time such as `20261121T160249Z`. */
function timeOf(text: string): number {
  return Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
}
