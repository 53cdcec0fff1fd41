/** Kinds of expected errors. `http/` maps each to a status. */
export type RefusalKind =
  | 'invalid'
  | 'unauthorized'
  | 'insufficient-credits'
  | 'forbidden'
  | 'not-found'
  | 'not-acceptable'
  | 'conflict'
  | 'changed'
  | 'unconditional'
  | 'limit-reached'
  | 'busy'
  | 'timed-out'

/** Position of an error in a template's source. */
export interface SourceLocation {
  /** Starts at 1. */
  line: number
  /** Starts at 0, as in Handlebars. */
  column: number
}

/** A violation of the data schema. */
export interface Problem {
  /** JSON Pointer: `/lines/2/price`. */
  path: string
  /** Text that continues the path: `must be number`. */
  message: string
}

/**
 * Joins problems of data to one text.
 *
 * @param more number of further problems
 */
export function problemsInWords(problems: readonly Problem[], more: number): string {
  const words = problems.map(({ path, message }) => `${path || 'data'} ${message}`)
  return [...words, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}

/**
 * An expected error that the caller can correct. The caller sees `message` unchanged, and `detail` as the answer's
 * `error` field. Any other error is a fault of the service: it is logged completely and never shown.
 */
export class Refusal extends Error {
  readonly kind: RefusalKind
  readonly detail: string | undefined
  /** Position of the error in the caller's template, if known. */
  readonly position: SourceLocation | undefined
  /** Positions of the error in the caller's data. */
  readonly problems: readonly Problem[] | undefined
  /** Seconds after which a retry makes sense. */
  readonly retryAfter: number | undefined
  /** URL at which the caller can buy credits. */
  readonly payAt: string | undefined
  /** True for an answer that a correct client gets many times while it polls. Its log level is debug. */
  readonly isPolling: boolean

  constructor(
    kind: RefusalKind,
    message: string,
    options: {
      detail?: string
      place?: SourceLocation | undefined
      problems?: readonly Problem[]
      retryAfter?: number
      payAt?: string
      isPolling?: boolean
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'Refusal'
    this.kind = kind
    this.detail = options.detail
    this.position = options.place
    this.problems = options.problems
    this.retryAfter = options.retryAfter
    this.payAt = options.payAt
    this.isPolling = options.isPolling ?? false
  }
}
