import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { type Fetch, Platen } from '@platen/client'
import { Refusal } from '@platen/template/refusal'
import type { Services } from '../../services.ts'
import { authenticate, type KeyHeader } from '../auth/authenticate.ts'
import { withOuterDeadline, setDeadline } from '../protocol/deadline.ts'
import { timeCalls } from '../protocol/call-telemetry.ts'
import { isOwnOrigin } from '../auth/own-origin.ts'

/** Time after the limit of a call in which the tool reports the timeout. In milliseconds. */
const GRACE_MS = 3_000

/** Headers of calls to /mcp. MCP clients send bearer tokens, and some cannot set other headers. */
const KEY: KeyHeader = {
  keyOf: ({ headers: { 'x-api-key': key, authorization } }) =>
    key ?? /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1],
  missingMessage:
    'The API key is missing or not valid. Send it as "Authorization: Bearer tlfy_…" or in the x-api-key header.',
}

// Credentials are not forwarded, and the length does not apply because the body is parsed.
const NOT_FORWARDED = new Set(['x-api-key', 'authorization', 'cookie', 'content-length', 'transfer-encoding'])

/**
 * Route `POST /mcp`: tools for agents, over the streamable HTTP transport of the Model Context Protocol without
 * sessions. Each message is independent. Each tool calls the routes of the API with the key of the caller, so the same
 * permissions and limits apply.
 */
export function mcpRoutes(services: Services): FastifyPluginAsync {
  const { settings, log } = services
  return async (app) => {
    timeCalls(app, services)
    app.addHook('onRequest', setDeadline(settings.syncLimitMs + GRACE_MS))
    app.addHook('onRequest', rejectOtherOrigins(settings.baseUrl))
    authenticate(app, services, KEY)
    app.addHook('onSend', async (_request, reply) => {
      if (reply.statusCode === 401) void reply.header('www-authenticate', 'Bearer')
    })
    // The routes that a tool calls check the scopes of the key.
    app.post('/mcp', { config: { scope: 'any' }, schema: { hide: true } }, async (request, reply) => {
      if (typeof request.body !== 'object' || request.body === null || Array.isArray(request.body)) {
        throw new Refusal('invalid', 'The body must be one JSON-RPC message.')
      }
      // Loaded at the first use, to keep the start of the service short.
      const { answerMessage } = await import('@platen/mcp')
      const platen = new Platen({
        apiKey: String([KEY.keyOf(request)].flat()[0]),
        // Only a placeholder: `internalFetch` uses the path.
        baseUrl: 'http://internal',
        fetch: internalFetch(app, request),
        retries: 0,
      })
      const onFault = (error: unknown) => log.error({ err: error, reqId: request.id }, 'a tool failed')
      const message = new Request(`${settings.baseUrl}/mcp`, {
        method: 'POST',
        headers: forwardedHeaders(request.headers),
        signal: request.deadline,
      })
      const response = await answerMessage(
        { platen, version: settings.version, onFault },
        message,
        request.body,
      )
      const body = Buffer.from(await response.arrayBuffer())
      if (request.deadline.aborted) throw new Refusal('timed-out', 'The tool exceeded its time limit.')
      return await reply.status(response.status).headers(Object.fromEntries(response.headers)).send(body)
    })
  }
}

/**
 * Returns a hook that rejects web pages of other origins. They must not reach a service on the machine or in the network
 * of a user.
 * @throws {Refusal} `forbidden`.
 */
function rejectOtherOrigins(baseUrl: string) {
  return async ({ headers: { origin } }: FastifyRequest): Promise<void> => {
    if (origin === undefined || isOwnOrigin(baseUrl, origin)) return
    throw new Refusal('forbidden', 'Web pages of other origins must not call /mcp.')
  }
}

/** Returns a `fetch` that calls routes of the service inside the process, with the address of the caller. */
function internalFetch(app: FastifyInstance, { ip, headers, deadline }: FastifyRequest): Fetch {
  return async (url, { method = 'GET', headers: toolHeaders, body, signal }) => {
    const { pathname, search } = new URL(url)
    const ending = signal ? AbortSignal.any([signal, deadline]) : deadline
    ending.throwIfAborted()
    const response = await withOuterDeadline(
      ending,
      async () =>
        // The injected call starts when it is awaited, so it must be awaited here.
        await app.inject({
          method: method as 'GET',
          url: pathname + search,
          headers: { ...Object.fromEntries(new Headers(toolHeaders)), host: headers.host ?? 'localhost' },
          remoteAddress: ip,
          ...(typeof body === 'string' && { payload: body }),
          ...(body instanceof Uint8Array && { payload: Buffer.from(body) }),
        }),
    )
    return new Response(response.statusCode === 204 ? null : new Uint8Array(response.rawPayload), {
      status: response.statusCode,
      headers: Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
    })
  }
}

function forwardedHeaders(headers: IncomingHttpHeaders): Headers {
  const forwarded = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !NOT_FORWARDED.has(name)) forwarded.set(name, [value].flat().join(', '))
  }
  return forwarded
}
