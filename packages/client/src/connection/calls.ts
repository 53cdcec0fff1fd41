import { errorOf, failureIn, PlatenError } from '../errors.ts'
import { withTimeout } from './timeouts.ts'
import { type Failure, withRetries } from './retries.ts'
import type { CallOptions } from '../types.ts'

/** Subset of the platform's `fetch` that this library uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Service, credentials and defaults of a client. */
export interface Connection {
  /** Without a trailing slash. */
  baseUrl: string
  apiKey: string
  fetch: Fetch
  parseJson: (text: string) => unknown
  timeoutMs: number
  retries: number
}

/** Request to the service. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: object
  /** Raw bytes to send instead of `body`. */
  bytes?: Uint8Array<ArrayBuffer>
  /** Media type of `bytes`. Default: any. */
  contentType?: string
  idempotencyKey?: string
  /** ETag that the stored resource must have. */
  ifMatch?: string | undefined
  /** Requires that the resource does not exist. */
  ifNoneMatch?: '*' | undefined
  /** Media type of a binary response. The body is then its bytes. Default: JSON. */
  accept?: 'application/pdf' | 'image/png' | '*/*'
  /** True if the request is idempotent. */
  repeatable: boolean
}

/** Converts `ifVersion` and `ifAbsent` to request headers. */
export function conditionsOf({
  ifVersion,
  ifAbsent = false,
}: {
  ifVersion?: string | undefined
  ifAbsent?: boolean | undefined
} = {}): Pick<Call, 'ifMatch' | 'ifNoneMatch'> {
  return {
    ...(ifVersion !== undefined && { ifMatch: `"${ifVersion}"` }),
    ...(ifAbsent && { ifNoneMatch: '*' }),
  }
}

/** Successful response. */
export interface Answer<Body> {
  body: Body
  headers: Headers
}

/**
 * Sends a request, with retries.
 * @throws {PlatenError} of the last attempt, or the reason of the signal.
 */
export async function call<Body>(
  connection: Connection,
  request: Call,
  { signal, timeoutMs = connection.timeoutMs, retries = connection.retries }: CallOptions = {},
): Promise<Answer<Body>> {
  const { fetch, parseJson, baseUrl } = connection
  const init = requestOf(connection, request)
  return await withRetries<Answer<Body>>({
    repeatable: request.repeatable,
    retries,
    signal,
    attempt: (mayHaveSucceeded) =>
      withTimeout(timeoutMs, signal, async (limited) => {
        const response = await fetch(baseUrl + request.path, { ...init, signal: limited })
        const isFile = response.ok && expectsFile(request, response.headers.get('content-type'))
        const body = isFile
          ? new Uint8Array(await response.arrayBuffer())
          : await readJson(response, parseJson)
        const isExpected = request.accept ? isBytes : isObject
        return outcomeOf<Body>(response, body, isExpected, mayHaveSucceeded && request.method === 'DELETE')
      }),
  })
}

function requestOf(
  { apiKey }: Connection,
  {
    method,
    body,
    bytes,
    contentType = 'application/octet-stream',
    idempotencyKey,
    ifMatch,
    ifNoneMatch,
    accept,
  }: Call,
): RequestInit {
  return {
    method,
    headers: new Headers({
      'x-api-key': apiKey,
      accept: accept ?? 'application/json',
      ...(body && { 'content-type': 'application/json' }),
      ...(bytes && { 'content-type': contentType }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
    }),
    ...(body && { body: JSON.stringify(body) }),
    ...(bytes && { body: bytes }),
    // Does not follow redirects, so that the API key reaches the service only.
    redirect: 'manual',
  }
}

function expectsFile({ accept }: Call, type: string | null): boolean {
  return accept === '*/*' || (accept !== undefined && accept === type)
}

function isObject(body: unknown): boolean {
  return typeof body === 'object' && body !== null
}

function isBytes(body: unknown): boolean {
  return body instanceof Uint8Array
}

/** @param notFoundIsSuccess true if a 404 means that an earlier attempt has deleted the resource. */
function outcomeOf<Body>(
  response: Response,
  body: unknown,
  isExpected: (body: unknown) => boolean,
  notFoundIsSuccess: boolean,
): { value: Answer<Body> } | Failure {
  const { status, headers } = response
  const fromService = failureIn(body).message !== undefined
  if (notFoundIsSuccess && status === 404 && fromService) return { value: { body: body as Body, headers } }
  if (!response.ok) return { error: errorOf(response, body), fromService, neverSent: false }
  if (isExpected(body)) return { value: { body: body as Body, headers } }
  const lack = isExpected === isBytes ? 'without the requested file' : 'without JSON'
  const error = new PlatenError(`The service answered ${status} ${lack}. Check baseUrl.`, { status })
  return { error, fromService, neverSent: false }
}

/** Parses the body as JSON. @returns `undefined` if it is not valid JSON. */
async function readJson(response: Response, parseJson: Connection['parseJson']): Promise<unknown> {
  const text = await response.text()
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
