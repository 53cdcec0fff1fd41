import { errorOf, failureIn, PlatenError } from './errors.ts'
import { within } from './limits.ts'
import { type Failure, persist } from './retries.ts'
import type { CallOptions } from './types.ts'

/** As the platform’s own, of which it needs no more than this. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** How calls are made. */
export interface Connection {
  /** Without a slash at its end. */
  baseUrl: string
  apiKey: string
  fetch: Fetch
  parseJson: (text: string) => unknown
  timeoutMs: number
  retries: number
}

/** One call of the service. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: object
  /** Instead of `body`: what is sent as it is. */
  bytes?: Uint8Array<ArrayBuffer>
  idempotencyKey?: string
  /** The ETag that what is there must have. */
  ifMatch?: string | undefined
  /** That nothing must be there. */
  ifNoneMatch?: '*' | undefined
  /** What is to be answered instead of JSON: its body is the answer's bytes then. */
  accept?: 'application/pdf' | 'image/png' | '*/*'
  /** Whether doing it twice is the same as doing it once. */
  repeatable: boolean
}

/** How a call says what its author has seen. */
export function seenAs({
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

/** What was answered. */
export interface Answer<Body> {
  body: Body
  headers: Headers
}

/**
 * Makes a call, and again where that may help and does no harm.
 * @throws {PlatenError} the last try's; the reason of the signal that has ended it.
 */
export async function call<Body>(
  connection: Connection,
  request: Call,
  { signal, timeoutMs = connection.timeoutMs, retries = connection.retries }: CallOptions = {},
): Promise<Answer<Body>> {
  const { fetch, parseJson, baseUrl } = connection
  const init = requestOf(connection, request)
  return await persist<Answer<Body>>({
    repeatable: request.repeatable,
    retries,
    signal,
    attempt: (again) =>
      within(timeoutMs, signal, async (limited) => {
        const answer = await fetch(baseUrl + request.path, { ...init, signal: limited })
        const isFile = answer.ok && expectsFile(request, answer.headers.get('content-type'))
        const body = isFile ? new Uint8Array(await answer.arrayBuffer()) : await readJson(answer, parseJson)
        const isExpected = request.accept ? isBytes : isObject
        return judge<Body>(answer, body, isExpected, again && request.method === 'DELETE')
      }),
  })
}

function requestOf(
  { apiKey }: Connection,
  { method, body, bytes, idempotencyKey, ifMatch, ifNoneMatch, accept }: Call,
): RequestInit {
  return {
    method,
    headers: new Headers({
      'x-api-key': apiKey,
      accept: accept ?? 'application/json',
      ...(body && { 'content-type': 'application/json' }),
      ...(bytes && { 'content-type': 'application/octet-stream' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
    }),
    ...(body && { body: JSON.stringify(body) }),
    ...(bytes && { body: bytes }),
    // The key is for the service, and for nobody to whom an answer may lead.
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

/** @param notFoundIsSuccess whether a 404 says that an earlier try has removed it. */
function judge<Body>(
  answer: Response,
  body: unknown,
  isExpected: (body: unknown) => boolean,
  notFoundIsSuccess: boolean,
): { value: Answer<Body> } | Failure {
  const { status, headers } = answer
  const ofService = failureIn(body).message !== undefined
  if (notFoundIsSuccess && status === 404 && ofService) return { value: { body: body as Body, headers } }
  if (!answer.ok) return { error: errorOf(answer, body), ofService, neverSent: false }
  if (isExpected(body)) return { value: { body: body as Body, headers } }
  const lack = isExpected === isBytes ? 'without the requested file' : 'without JSON'
  const error = new PlatenError(`The service answered ${status} ${lack}. Check baseUrl.`, { status })
  return { error, ofService, neverSent: false }
}

/** @returns undefined where it is none. */
async function readJson(answer: Response, parseJson: Connection['parseJson']): Promise<unknown> {
  const text = await answer.text()
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
