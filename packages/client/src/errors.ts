import type { Job } from './types.ts'

/** Position of an error in the source of a template. */
export interface Position {
  /** From 1. */
  line: number
  /** From 0. */
  column: number
}

/** Fields of an error besides its message. */
export interface PlatenErrorOptions {
  status?: number | undefined
  detail?: string | undefined
  position?: Position | undefined
  requestId?: string | undefined
  retryAfter?: number | undefined
  cause?: unknown
}

/**
 * Base class of all errors of this library. `message` is the message of the service, if it answered. A call that is
 * aborted by its signal throws the reason of the signal instead.
 */
export class PlatenError extends Error {
  override readonly name: string = 'PlatenError'
  /** HTTP status. `undefined` if the service did not answer. */
  readonly status: number | undefined
  /** Field `error` of the response: the message of the compiler, or an error code. */
  readonly detail: string | undefined
  /** Position of the error in the template, for previews and checks. */
  readonly position: Position | undefined
  /** Id of the call in the request log. */
  readonly requestId: string | undefined
  /** Seconds to wait before a retry. */
  readonly retryAfter: number | undefined

  constructor(message: string, options: PlatenErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.status = options.status
    this.detail = options.detail
    this.position = options.position
    this.requestId = options.requestId
    this.retryAfter = options.retryAfter
  }
}

/** Difference between the data and the data schema of a template, or a broken rule of an e-invoice. */
export interface Problem {
  /** JSON Pointer into the data: `/lines/2/price`. For an e-invoice, into the body. */
  path: string
  message: string
  /** Rule of e-invoices: `BR-CO-10`. */
  rule?: string
  /** Business term of EN 16931: `BT-106`. */
  term?: string
}

/**
 * 400: a field is missing or wrong, the template cannot be compiled or filled, or the data does not match its schema.
 * `detail` has the reason. Without a status: the id or name is not valid in a path, and nothing was sent.
 */
export class BadRequest extends PlatenError {
  override readonly name: string = 'BadRequest'
  /** Differences between the data and the data schema of the template, at most 20. */
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

/** 402: the account does not have enough credits. */
export class InsufficientCredits extends PlatenError {
  override readonly name: string = 'InsufficientCredits'
  /** Address where credits are sold. */
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

/** 404: the template, partial, asset or job does not exist in this account. */
export class NotFound extends PlatenError {
  override readonly name: string = 'NotFound'
}

/** 409: the idempotency key belongs to a different request or to a call in progress, or the template is archived. */
export class Conflict extends PlatenError {
  override readonly name: string = 'Conflict'
}

/** 412: `ifVersion` or `ifAbsent` does not match, because the content was changed in the meantime. */
export class Changed extends PlatenError {
  override readonly name: string = 'Changed'
}

/** 429: too many calls, mails, templates, partials or assets. */
export class RateLimited extends PlatenError {
  override readonly name: string = 'RateLimited'
}

/** 500 or above: an error of the service. */
export class ServerError extends PlatenError {
  override readonly name: string = 'ServerError'
}

/** No response within `timeoutMs`. The service may have processed the call. */
export class Timeout extends PlatenError {
  override readonly name: string = 'Timeout'
}

/** The connection failed or broke before the end of the response. `cause` is the error of the platform. */
export class ConnectionFailed extends PlatenError {
  override readonly name: string = 'ConnectionFailed'
}

/** A job failed. Nothing was charged. */
export class JobFailed extends PlatenError {
  override readonly name: string = 'JobFailed'
  readonly job: Job

  constructor(job: Job) {
    super(job.message ?? 'The job failed.')
    this.job = job
  }
}

/** A webhook has no valid signature, or its timestamp is too old. */
export class WebhookSignatureError extends PlatenError {
  override readonly name: string = 'WebhookSignatureError'
}

const CLASSES = new Map<number, typeof PlatenError>([
  [401, Unauthorized],
  [403, Forbidden],
  [404, NotFound],
  [409, Conflict],
  [412, Changed],
  [429, RateLimited],
])

/** Creates the error for a response with status 300 or above. */
export function errorOf(response: Response, body: unknown): PlatenError {
  const { status, headers } = response
  const { message, error } = failureIn(body)
  const options = {
    status,
    detail: error,
    position: positionIn(body),
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: secondsIn(headers.get('retry-after')),
  }
  // A browser hides redirects, including the status.
  if (status < 400) return new PlatenError('The service answered with a redirect. Check baseUrl.', options)
  const words = message ?? `The service answered ${status}.`
  if (status === 400) return new BadRequest(words, { ...options, problems: problemsIn(body) })
  if (status === 402) return new InsufficientCredits(words, { ...options, billingUrl: billingUrlIn(headers) })
  if (status >= 500) return new ServerError(words, options)
  return new (CLASSES.get(status) ?? PlatenError)(words, options)
}

/** Reads the message of the service from a response. Empty if the response comes from a proxy. */
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

function positionIn(body: unknown): Position | undefined {
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
