import type { Job } from './types.ts'

/** Where in a template's source something is wrong. */
export interface Place {
  /** From 1 on. */
  line: number
  /** From 0 on. */
  column: number
}

/** What an error of this library knows beside its message. */
export interface PlatenErrorOptions {
  status?: number | undefined
  detail?: string | undefined
  place?: Place | undefined
  requestId?: string | undefined
  retryAfter?: number | undefined
  cause?: unknown
}

/**
 * A call that was refused or could not be made. `message` is the service's own words where it has answered. A call
 * that was aborted by its signal throws the signal's reason instead.
 */
export class PlatenError extends Error {
  override readonly name: string = 'PlatenError'
  /** The answer's status; undefined where there was no answer. */
  readonly status: number | undefined
  /** The answer's `error` field: the compiler's words, or a code. */
  readonly detail: string | undefined
  /** Where in the template it is wrong, if a preview or a check has found that. */
  readonly place: Place | undefined
  /** By which the operator finds the call in the log. */
  readonly requestId: string | undefined
  /** Seconds after which another try makes sense. */
  readonly retryAfter: number | undefined

  constructor(message: string, options: PlatenErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.status = options.status
    this.detail = options.detail
    this.place = options.place
    this.requestId = options.requestId
    this.retryAfter = options.retryAfter
  }
}

/** What of data does not fit a template's schema. */
export interface Problem {
  /** JSON Pointer into the data: `/lines/2/price`. */
  path: string
  message: string
}

/**
 * 400: a field is missing or wrong, the template cannot be compiled or filled, or the data do not fit its schema;
 * `detail` has the reason. Without a status: an id or name cannot be part of a path, and nothing was sent.
 */
export class BadRequest extends PlatenError {
  override readonly name: string = 'BadRequest'
  /** Each place at which the data do not fit the template's schema, at most 20. */
  readonly problems: readonly Problem[]

  constructor(message: string, options: PlatenErrorOptions & { problems?: readonly Problem[] } = {}) {
    super(message, options)
    this.problems = options.problems ?? []
  }
}

/** 401: the API key is wrong, revoked, inactive or expired. */
export class Unauthorized extends PlatenError {
  override readonly name: string = 'Unauthorized'
}

/** 402: the account lacks credits. */
export class InsufficientCredits extends PlatenError {
  override readonly name: string = 'InsufficientCredits'
  /** Where credits are bought. */
  readonly billingUrl: string | undefined

  constructor(message: string, options: PlatenErrorOptions & { billingUrl?: string | undefined } = {}) {
    super(message, options)
    this.billingUrl = options.billingUrl
  }
}

/** 403: the account is suspended, or a link has expired. */
export class Forbidden extends PlatenError {
  override readonly name: string = 'Forbidden'
}

/** 404: there is no such template or job in this account. */
export class NotFound extends PlatenError {
  override readonly name: string = 'NotFound'
}

/** 409: the idempotency key belongs to another call, or its call is still under way. */
export class Conflict extends PlatenError {
  override readonly name: string = 'Conflict'
}

/** 412: what is there is not what `ifVersion` or `ifAbsent` says any more: somebody has put it there meanwhile. */
export class Changed extends PlatenError {
  override readonly name: string = 'Changed'
}

/** 429: too many calls, mails or templates. */
export class RateLimited extends PlatenError {
  override readonly name: string = 'RateLimited'
}

/** 500 and above. */
export class ServerError extends PlatenError {
  override readonly name: string = 'ServerError'
}

/** No answer in `timeoutMs`. The service may have taken the call all the same. */
export class Timeout extends PlatenError {
  override readonly name: string = 'Timeout'
}

/** No connection, or one that broke before the whole answer was there; `cause` has the platform's reason. */
export class ConnectionFailed extends PlatenError {
  override readonly name: string = 'ConnectionFailed'
}

/** An asynchronous job that has ended without a PDF. Nothing was charged. */
export class JobFailed extends PlatenError {
  override readonly name: string = 'JobFailed'
  readonly job: Job

  constructor(job: Job) {
    super(job.message ?? 'The job failed.')
    this.job = job
  }
}

/** A webhook's call that the service has not signed, or signed too long ago. */
export class WebhookNotGenuine extends PlatenError {
  override readonly name: string = 'WebhookNotGenuine'
}

const CLASSES = new Map<number, typeof PlatenError>([
  [401, Unauthorized],
  [403, Forbidden],
  [404, NotFound],
  [409, Conflict],
  [412, Changed],
  [429, RateLimited],
])

/** The error that an answer with a status of 300 or more stands for. */
export function errorOf(answer: Response, body: unknown): PlatenError {
  const { status, headers } = answer
  const { message, error } = failureIn(body)
  const options = {
    status,
    detail: error,
    place: placeIn(body),
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: secondsIn(headers.get('retry-after')),
  }
  // A browser shows nothing of a redirect, not even its status.
  if (status < 400) return new PlatenError('The service answered with a redirect. Check baseUrl.', options)
  const words = message ?? `The service answered ${status}.`
  if (status === 400) return new BadRequest(words, { ...options, problems: problemsIn(body) })
  if (status === 402) return new InsufficientCredits(words, { ...options, billingUrl: billingUrlIn(headers) })
  if (status >= 500) return new ServerError(words, options)
  return new (CLASSES.get(status) ?? PlatenError)(words, options)
}

/** The service's own words in an answer, if it is one of the service and not of a proxy before it. */
export function failureIn(body: unknown): { message?: string | undefined; error?: string | undefined } {
  if (typeof body !== 'object' || body === null) return {}
  const { message, error } = body as Record<string, unknown>
  return {
    ...(typeof message === 'string' && { message }),
    ...(typeof error === 'string' && { error }),
  }
}

function problemsIn(body: unknown): Problem[] {
  const { problems } = (body ?? {}) as { problems?: unknown }
  return Array.isArray(problems) ? (problems as Problem[]) : []
}

function placeIn(body: unknown): Place | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { line, column } = body as Record<string, unknown>
  return typeof line === 'number' && typeof column === 'number' ? { line, column } : undefined
}

function secondsIn(header: string | null): number | undefined {
  if (header === null) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

function billingUrlIn(headers: Headers): string | undefined {
  return /<([^<>]*)>; rel="payment"/.exec(headers.get('link') ?? '')?.[1]
}
