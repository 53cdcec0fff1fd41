/** Kind of a refusal. `http/` maps each kind to an HTTP status. */
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
export interface SourcePosition {
  /** From 1. */
  line: number
  /** From 0, as in Handlebars. */
  column: number
}

/** A validation error of data, or of an e-invoice. */
export interface ValidationProblem {
  /** JSON Pointer: `/lines/2/price`. */
  path: string
  /** Predicate that follows the path, such as `must be number`. A sentence for an e-invoice. */
  message: string
  /** Rule of e-invoices: `BR-CO-10`. */
  rule?: string
  /** Business term of EN 16931: `BT-106`. */
  term?: string
}

/** Formats validation errors as one text. @param more number of further errors. */
export function formatProblems(problems: readonly ValidationProblem[], more: number): string {
  const words = problems.map(({ path, message }) => `${path || 'data'} ${message}`)
  return [...words, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}

/**
 * Expected failure that the caller can fix. The caller receives `message` unchanged, and `detail` in the response's
 * `error` field. Any other thrown error is a fault of the service. It is logged in full and its message is not sent.
 */
export class Refusal extends Error {
  readonly kind: RefusalKind
  readonly detail: string | undefined
  /** Position of the cause in the caller's template, if known. */
  readonly position: SourcePosition | undefined
  /** Validation errors in the caller's data. */
  readonly problems: readonly ValidationProblem[] | undefined
  /** Seconds after which a retry can succeed. */
  readonly retryAfter: number | undefined
  /** URL of the page where the caller can buy credits. */
  readonly billingUrl: string | undefined
  /** True for the regular answer to a polling client. It is logged at the level debug. */
  readonly isPolling: boolean

  constructor(
    kind: RefusalKind,
    message: string,
    options: {
      detail?: string
      position?: SourcePosition | undefined
      problems?: readonly ValidationProblem[]
      retryAfter?: number
      billingUrl?: string
      isPolling?: boolean
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'Refusal'
    this.kind = kind
    this.detail = options.detail
    this.position = options.position
    this.problems = options.problems
    this.retryAfter = options.retryAfter
    this.billingUrl = options.billingUrl
    this.isPolling = options.isPolling ?? false
  }
}
