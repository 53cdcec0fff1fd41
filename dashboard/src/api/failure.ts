/** What the service answered instead, or why nothing came back. */
export class Failure extends Error {
  /** HTTP's; 0 where no answer came. */
  readonly status: number
  /** More than the message, such as a compiler's words or a code. */
  readonly detail: string | undefined
  /** Where in a template's source the reason lies: the line from 1 on, the column from 0 on. */
  readonly place: { line: number; column: number } | undefined
  /** In seconds. */
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    message: string,
    more: {
      detail?: string | undefined
      place?: { line: number; column: number } | undefined
      retryAfter?: number | undefined
    } = {},
  ) {
    super(message)
    this.name = 'Failure'
    this.status = status
    this.detail = more.detail
    this.place = more.place
    this.retryAfter = more.retryAfter
  }
}

/** The words for a person, whatever was thrown. */
export function messageOf(error: unknown): string {
  if (error instanceof Failure) return error.message
  return 'Something went wrong here. Please reload the page.'
}

/** Adds the detail of a failure, such as a compiler's words, to its message. */
export function withDetail(error: Error): Error {
  if (!(error instanceof Failure) || error.detail === undefined) return error
  return new Failure(error.status, `${error.message}: ${error.detail}`)
}

/** The failure that an answer tells of; its body is the service's JSON or, from a proxy, anything. */
export function failureFor(response: Response, body: unknown): Failure {
  const { message, error, place } = fieldsOf(body)
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new Failure(
    response.status,
    message ?? `The service answered ${response.status}. Please try again.`,
    {
      detail: error,
      place,
      retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
    },
  )
}

/** Makes of a call that got no answer a failure that says so. Aborted ones stay what they are. */
export function failureToReach(error: unknown): unknown {
  if (error instanceof DOMException && error.name === 'AbortError') return error
  if (error instanceof Failure) return error
  return new Failure(0, 'The service cannot be reached. Are you online?')
}

function fieldsOf(body: unknown): {
  message?: string
  error?: string
  place?: { line: number; column: number }
} {
  if (typeof body !== 'object' || body === null) return {}
  return {
    ...('message' in body && typeof body.message === 'string' && { message: body.message }),
    ...('error' in body && typeof body.error === 'string' && { error: body.error }),
    ...('line' in body &&
      'column' in body &&
      typeof body.line === 'number' &&
      typeof body.column === 'number' && { place: { line: body.line, column: body.column } }),
  }
}
