/** Why a call is refused; `http/` gives each its status. */
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

/** Where in a template's source something is wrong. */
export interface SourceLocation {
  /** From 1 on. */
  line: number
  /** From 0 on, as Handlebars counts. */
  column: number
}

/** What of somebody's data does not fit. */
export interface Problem {
  /** JSON Pointer: `/lines/2/price`. */
  path: string
  /** In words that go on from the path: `must be number`. */
  message: string
}

/** Returns problems of data as one text. @param more number of problems beyond these. */
export function problemsInWords(problems: readonly Problem[], more: number): string {
  const words = problems.map(({ path, message }) => `${path || 'data'} ${message}`)
  return [...words, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}

/**
 * An expected "no": the caller can do something about it. `message` is shown to the caller as it is;
 * `detail` becomes the answer's `error` field. Anything else that is thrown is a fault of ours, is logged
 * whole and never shown.
 */
export class Refusal extends Error {
  readonly kind: RefusalKind
  readonly detail: string | undefined
  /** Where in the caller's template the reason lies, if it is known. */
  readonly place: SourceLocation | undefined
  /** Each of the places in the caller's data at which the reason lies. */
  readonly problems: readonly Problem[] | undefined
  /** Seconds after which a second try makes sense. */
  readonly retryAfter: number | undefined
  /** Where the caller buys what is lacking. */
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
    this.place = options.place
    this.problems = options.problems
    this.retryAfter = options.retryAfter
    this.payAt = options.payAt
    this.isPolling = options.isPolling ?? false
  }
}
