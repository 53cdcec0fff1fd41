import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../errors.ts'
import { tooLargeMessage } from '../bodies/body-too-large.ts'
import { isDisconnect } from './disconnect.ts'
import { STATUS_OF_KIND } from './error-catalogue.ts'
import type { Failure } from '../schemas/schemas.ts'

// The status that nginx logs for it. It is only logged.
const CLIENT_CLOSED_REQUEST = 499

// Of a path that is repeated in a message.
const PATH_LENGTH_MAX = 200

/** Makes every failure of the service the contract's JSON: `message`, sometimes `error`, never a stack. */
export function registerErrorResponses(app: FastifyInstance): void {
  app.setErrorHandler(async (error: FastifyError | Refusal, request, reply) => {
    if (!reply.sent) return await sendErrorResponse(error, request, reply)
  })

  app.setNotFoundHandler(async (request, reply) => await reply.status(404).send(bodyOf(notHere(request))))
}

/** Logs a failure and answers it. */
export function sendErrorResponse(
  error: FastifyError | Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { status, body, retryAfter } = failureFor(error, request)
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
  if (error instanceof Refusal && error.payAt) void reply.header('link', `<${error.payAt}>; rel="payment"`)
  return reply.status(status).send(body)
}

/**
 * Returns true for a refusal with a status from 500 on that callers cause at will: too many calls, and a call that was
 * not finished in time. Such lines must not hide defects from the operator.
 */
function isExpected(error: Error): boolean {
  if (!(error instanceof Refusal)) return false
  return error.kind === 'timed-out' || (error.kind === 'busy' && error.cause === undefined)
}

/** Without its stack: the line is no defect, and there may be many. */
function causeOf({ cause }: Error): string | undefined {
  return cause instanceof Error ? cause.message : undefined
}

function failureFor(error: FastifyError | Refusal, request: FastifyRequest) {
  if (isDisconnect(error, request)) return failure(CLIENT_CLOSED_REQUEST, 'The client closed the connection.')
  if (error instanceof Refusal) {
    const retryAfter = error.retryAfter ?? (error.kind === 'busy' ? 1 : undefined)
    // Only routes whose schema has a place, or problems, tell them.
    const { problems } = error
    const body = { ...bodyOf(error.message, error.detail), ...error.position, ...(problems && { problems }) }
    return { status: STATUS_OF_KIND[error.kind], body, retryAfter }
  }
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return failure(413, tooLargeMessage(request))
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return failure(415, `${request.method} ${request.url} takes a body of Content-Type application/json.`)
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return failure(400, 'The body is not complete.')
    case 'FST_ERR_BAD_URL':
      return failure(400, 'The path is not valid: a % takes two hexadecimal digits, and all is UTF-8.')
    // PostgreSQL's, for a text with a NUL in it, which no text of ours has any use for.
    case '22021':
      return failure(400, 'A text in the request holds a character that cannot be stored.')
    // A path whose id cannot be one is simply not there.
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return failure(404, notHere(request))
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

function notHere({ method, url }: FastifyRequest): string {
  const path = url.split('?', 1)[0] ?? ''
  return `There is no ${method} ${path.length > PATH_LENGTH_MAX ? `${path.slice(0, PATH_LENGTH_MAX)}…` : path} here.`
}

/**
 * Fastify knows no 405: it answers 404 for a method that a path does not have. This collects the methods of
 * every path that is registered from now on.
 * @returns what adds the missing ones, with an `Allow` header; to be called when all routes stand.
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
      const refused = app.supportedMethods.filter((method) => !methods.has(method))
      const allow = [...methods].toSorted().join(', ')
      if (refused.length === 0) continue
      app.route({
        method: refused,
        url,
        schema: { hide: true },
        handler: async (request, reply) =>
          await reply
            .status(405)
            .header('allow', allow)
            .send(bodyOf(`${request.method} is not allowed here: ${allow}.`)),
      })
    }
  }
}
