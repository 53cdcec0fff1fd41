/** A failed call of the service: its error response, or the reason why there was no response. */
export class Failure extends Error {
  /** HTTP status; 0 when there was no response. */
  readonly status: number
  /** Further details, such as the output of a compiler or an error code. */
  readonly detail: string | undefined
  /** Position of the error in the source of a template. `line` starts at 1, `column` at 0. */
  readonly position: { line: number; column: number } | undefined
  /** Wait before a retry, in seconds. */
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    message: string,
    more: {
      detail?: string | undefined
      position?: { line: number; column: number } | undefined
      retryAfter?: number | undefined
    } = {},
  ) {
    super(message)
    this.name = 'Failure'
    this.status = status
    this.detail = more.detail
    this.position = more.position
    this.retryAfter = more.retryAfter
  }
}

/** Returns the message of an error for the user. */
export function messageOf(error: unknown): string {
  if (error instanceof Failure) return error.message
  return 'The dashboard has an internal error. Reload the page.'
}

/** Appends the detail of a failure, such as the output of a compiler, to its message. */
export function withDetail(error: Error): Error {
  if (!(error instanceof Failure) || error.detail === undefined) return error
  return new Failure(error.status, `${error.message}: ${error.detail}`)
}

/** Creates a failure from an error response. The body is the JSON of the service or any text of a proxy. */
export function failureFromResponse(response: Response, body: unknown): Failure {
  const { message, error, position } = fieldsOf(body)
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new Failure(
    response.status,
    message ?? `The service answered with status ${response.status}. Try again.`,
    {
      detail: error,
      position,
      retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
    },
  )
}

/** Converts the error of a call without a response into a failure. Aborted calls keep their error. */
export function toConnectionFailure(error: unknown): unknown {
  if (error instanceof DOMException && error.name === 'AbortError') return error
  if (error instanceof Failure) return error
  return new Failure(0, 'The service cannot be reached. Check your connection and try again.')
}

function fieldsOf(body: unknown): {
  message?: string
  error?: string
  position?: { line: number; column: number }
} {
  if (typeof body !== 'object' || body === null) return {}
  return {
    ...('message' in body && typeof body.message === 'string' && { message: body.message }),
    ...('error' in body && typeof body.error === 'string' && { error: body.error }),
    ...('line' in body &&
      'column' in body &&
      typeof body.line === 'number' &&
      typeof body.column === 'number' && { position: { line: body.line, column: body.column } }),
  }
}
