import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '@platen/template/refusal'
import { tooLargeMessage } from '../bodies/body-too-large.ts'
import { isDisconnect } from './disconnect.ts'
import { STATUS_OF_KIND } from '../schemas/error-catalogue.ts'
import type { Failure } from '../schemas/schemas.ts'

// The status that nginx uses. It is only logged.
const CLIENT_CLOSED_REQUEST = 499

// Limit of a path in an error message.
const PATH_LENGTH_MAX = 200

/** Registers the handlers that answer all errors with JSON: `message`, sometimes `error`, never a stack. */
export function registerErrorResponses(app: FastifyInstance): void {
  app.setErrorHandler(async (error: FastifyError | Refusal, request, reply) => {
    if (!reply.sent) return await sendErrorResponse(error, request, reply)
  })

  app.setNotFoundHandler(async (request, reply) => await reply.status(404).send(bodyOf(noRoute(request))))
}

/** Logs an error and sends its response. */
export function sendErrorResponse(
  error: FastifyError | Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { status, body, retryAfter } = failureFor(error, request)
  request.failure = body
  if (status >= 500 && !isExpected(error)) request.log.error({ err: error }, 'the call failed')
  else if (status === STATUS_OF_KIND['timed-out'])
    request.log.warn(
      { status, reason: body.message, cause: causeOf(error) },
      'the call was not finished in time',
    )
  else if (error instanceof Refusal && error.isPolling)
    request.log.debug({ status }, 'the client polls again later')
  else request.log.info({ status, reason: body.message }, 'the call was refused')
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter))
  if (error instanceof Refusal && error.billingUrl)
    void reply.header('link', `<${error.billingUrl}>; rel="payment"`)
  return reply.status(status).send(body)
}

/**
 * Returns true for an error with a status of 500 or more that callers can cause: too many calls, and a call that exceeds
 * its time limit. They are not logged as errors, so that defects stay visible.
 */
function isExpected(error: Error): boolean {
  if (!(error instanceof Refusal)) return false
  return error.kind === 'timed-out' || (error.kind === 'busy' && error.cause === undefined)
}

/** Returns the message of the cause without its stack: it is not a defect, and there may be many. */
function causeOf({ cause }: Error): string | undefined {
  return cause instanceof Error ? cause.message : undefined
}

function failureFor(error: FastifyError | Refusal, request: FastifyRequest) {
  if (isDisconnect(error, request)) return failure(CLIENT_CLOSED_REQUEST, 'The client closed the connection.')
  if (error instanceof Refusal) {
    const retryAfter = error.retryAfter ?? (error.kind === 'busy' ? 1 : undefined)
    // The response schema of the route removes fields that it does not have (position, problems).
    const { problems } = error
    const body = { ...bodyOf(error.message, error.detail), ...error.position, ...(problems && { problems }) }
    return { status: STATUS_OF_KIND[error.kind], body, retryAfter }
  }
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return failure(413, tooLargeMessage(request))
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return failure(
        415,
        `${request.method} ${request.url} requires a body with Content-Type: application/json.`,
      )
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return failure(400, 'The body is empty or incomplete.')
    case 'FST_ERR_BAD_URL':
      return failure(
        400,
        'The path is not valid. Each % must be followed by two hexadecimal digits, and the decoded path must be UTF-8.',
      )
    // Error of PostgreSQL for a text with a NUL character.
    case '22021':
      return failure(400, 'A text in the request contains a NUL character, which cannot be stored.')
    // A path with an identifier that is too long does not exist.
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return failure(404, noRoute(request))
  }
  if (error.validationContext === 'params') return failure(404, error.message)
  if (error.validation) return failure(400, error.message)
  const status = error.statusCode ?? 500
  return status < 500 ? failure(status, error.message) : failure(500, 'Internal server error')
}

function failure(status: number, message: string) {
  return { status, body: bodyOf(message), retryAfter: undefined }
}

function bodyOf(message: string, error?: string): Failure {
  return error === undefined ? { message } : { message, error }
}

function noRoute({ method, url }: FastifyRequest): string {
  const path = url.split('?', 1)[0] ?? ''
  const shown = path.length > PATH_LENGTH_MAX ? `${path.slice(0, PATH_LENGTH_MAX)}…` : path
  return `The route ${method} ${shown} does not exist.`
}

/**
 * Collects the methods of all paths that are registered after this call. Fastify has no 405: it answers 404 for a method
 * that a path does not have.
 * @returns a function that adds routes for the other methods, which answer 405 with an `Allow` header. Call it after
 * all routes are registered.
 */
export function collectMethods(app: FastifyInstance): () => void {
  const methodsByPath = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsByPath.get(url) ?? new Set()
    for (const name of [method].flat()) methods.add(name)
    methodsByPath.set(url, methods)
  })
  return () => {
    for (const [url, methods] of methodsByPath) {
      const others = app.supportedMethods.filter((method) => !methods.has(method))
      const allow = [...methods].toSorted().join(', ')
      if (others.length === 0) continue
      app.route({
        method: others,
        url,
        schema: { hide: true },
        handler: async (request, reply) =>
          await reply
            .status(405)
            .header('allow', allow)
            .send(bodyOf(`The method ${request.method} is not allowed for this path. Allowed: ${allow}.`)),
      })
    }
  }
}
