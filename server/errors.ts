/** Why a call is refused; `http/` gives each its status. */
export type RefusalKind =
  | 'invalid'
  | 'unauthorized'
  | 'insufficient-credits'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'limit-reached'
  | 'busy'
  | 'timed-out'

/**
 * An expected "no": the caller can do something about it. `message` is shown to the caller as it is;
 * `detail` becomes the answer's `error` field. Anything else that is thrown is a fault of ours, is logged
 * whole and never shown.
 */
export class Refusal extends Error {
  readonly kind: RefusalKind
  readonly detail: string | undefined
  /** Seconds after which a second try makes sense. */
  readonly retryAfter: number | undefined

  constructor(
    kind: RefusalKind,
    message: string,
    options: { detail?: string; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'Refusal'
    this.kind = kind
    this.detail = options.detail
    this.retryAfter = options.retryAfter
  }
}
