import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../../services.ts'
import { BODY_BYTES_MAX } from '../../requests/request-log.ts'
import type { LoggedRequest } from '../../requests/insert-requests.ts'
import { JsonText } from '../bodies/json-bodies.ts'
import { bodyBytes } from '../bodies/count-bodies.ts'
import { onCallEnd } from '../call-end.ts'
import { isUuid } from '../schemas/params.ts'
import type { Failure } from '../schemas/schemas.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Leaves the calls of the route out of the request log. */
    isNotLogged?: boolean
    /** Keeps no body of the route in the request log: it is a secret as a whole. */
    hasSecretBody?: boolean
  }
  interface FastifyRequest {
    /** Account and key of the call, also when it is rejected. `undefined` for an unknown key. */
    caller: Caller | undefined
    /** Body of the error response. */
    failure: Failure | undefined
  }
}

/** Account and key of a call with an API key. */
export interface Caller {
  accountId: string
  /** `undefined` when the call was rejected before the key was looked up. */
  key: { tokenId: string; name: string; isTest: boolean } | undefined
  /** True when the account keeps the bodies of its calls. */
  keepsBodies: boolean
}

/** Status of a call whose client closed the connection before the response, as in the log of nginx. */
const CLIENT_CLOSED_REQUEST = 499
/** Placeholder for passwords of PDFs. */
const HIDDEN = '***'

/** Records the calls of these routes in the request log after their end, if their account is known. */
export function logRequests(app: FastifyInstance, services: Services): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.isNotLogged) return
    onCallEnd(request, reply, () => {
      if (!request.caller) return
      try {
        services.requestLog.record(recordOf(request, reply, request.caller))
      } catch (error) {
        // An error in this listener would end the process.
        request.log.error({ err: error }, 'a call is missing in the request log')
      }
    })
  })
}

function recordOf(request: FastifyRequest, reply: FastifyReply, caller: Caller): LoggedRequest {
  const { accountId, key, keepsBodies } = caller
  const durationMs = reply.elapsedTime
  const { generationId, cost, warnings } = request.telemetry.attributes
  return {
    requestId: request.id,
    accountId,
    createdAt: new Date(Date.now() - durationMs),
    method: request.method,
    route: (request.routeOptions.url ?? '').replaceAll(/:(\w+)/g, '{$1}'),
    path: pathOf(request),
    status: reply.raw.writableFinished ? reply.statusCode : CLIENT_CLOSED_REQUEST,
    durationMs,
    phases: request.telemetry.phaseTimes(),
    tokenId: key?.tokenId ?? null,
    keyName: key?.name ?? null,
    isTest: key?.isTest ?? false,
    templateId: templateIdOf(request),
    generationId: generationId ?? null,
    cost: cost ?? 0,
    warnings: warnings ?? {},
    failure: request.failure,
    body: keepsBodies && !request.routeOptions.config.hasSecretBody ? bodyText(request) : undefined,
  }
}

/** Returns the decoded path, in which the log hides mail addresses. PostgreSQL cannot store NUL. */
function pathOf({ url }: FastifyRequest): string {
  const [path = ''] = url.split('?', 1)
  return decodeURIComponent(path).replaceAll(/\p{Cc}/gu, '\uFFFD')
}

/** Returns the id of the template in the path or in the body. */
function templateIdOf({ params, body }: FastifyRequest): string | null {
  const ids = [params, body].map((part) =>
    typeof part === 'object' && part !== null && 'templateId' in part ? part.templateId : undefined,
  )
  return ids.find((id): id is string => typeof id === 'string' && isUuid(id)) ?? null
}

/** Returns the JSON text of the body without passwords. `undefined` for a call without a JSON object. `null` for a body that is too large. */
function bodyText(request: FastifyRequest): string | null | undefined {
  const { body } = request
  if (typeof body !== 'object' || body === null || Array.isArray(body) || Buffer.isBuffer(body))
    return undefined
  // Without a length, serializing the body is the only way to find its size, and it may have 6.5 MB.
  if ((bodyBytes(request) ?? Number.POSITIVE_INFINITY) > BODY_BYTES_MAX) return null
  const fields = Object.entries(body).map(([name, value]) => `${JSON.stringify(name)}:${jsonOf(name, value)}`)
  return `{${fields.join()}}`
}

function jsonOf(name: string, value: unknown): string {
  if (value instanceof JsonText) return value.text
  if (name === 'data' && Array.isArray(value))
    return `[${value.map((element) => jsonOf('', element)).join()}]`
  // `JSON.stringify` passes the outermost value with an empty name.
  return JSON.stringify(value, (field, nested: unknown) =>
    /password$/i.test(field || name) ? HIDDEN : nested,
  )
}
