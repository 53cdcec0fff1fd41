import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { type Fetch, Platen } from '../../../sdk/src/index.ts'
import { Refusal } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { authenticate, type KeyHeader } from '../auth/authenticate.ts'
import { endingWith, setDeadline } from '../protocol/deadline.ts'
import type { Admission } from '../admission/admission.ts'
import type { FailedKeys } from '../admission/failed-keys.ts'
import { timeCalls } from '../protocol/call-telemetry.ts'
import { isOwnOrigin } from '../auth/own-origin.ts'

/** What a tool's own call may take after the last moment at which it can be answered, to say that it was too late. */
const GRACE_MS = 3_000

/** Agents' programs know bearer tokens, and not each of them lets a header be named. */
const KEY: KeyHeader = {
  keyOf: ({ headers: { 'x-api-key': key, authorization } }) =>
    key ?? /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1],
  missing: 'An API key is needed, as "Authorization: Bearer tlfy_…" or as x-api-key.',
}

// What is for us is not handed on; the body has been read.
const NOT_HANDED_ON = new Set(['x-api-key', 'authorization', 'cookie', 'content-length', 'transfer-encoding'])

/**
 * `POST /mcp`: the tools for agents, over the Model Context Protocol's streamable HTTP without sessions. Each message
 * is served by itself, and each tool calls our own routes with the caller's key, so what holds for those holds here.
 */
export function mcpRoutes(services: Services, door: Admission, failedKeys: FailedKeys): FastifyPluginAsync {
  const { settings, log } = services
  return async (app) => {
    timeCalls(app, services.telemetry)
    app.addHook('onRequest', setDeadline(settings.syncLimitMs + GRACE_MS))
    app.addHook('onRequest', refuseOtherPages(settings.baseUrl))
    authenticate(app, services, { admission: door, failedKeys, keyHeader: KEY })
    app.addHook('onSend', async (_request, reply) => {
      if (reply.statusCode === 401) void reply.header('www-authenticate', 'Bearer')
    })
    app.post('/mcp', { schema: { hide: true } }, async (request, reply) => {
      if (typeof request.body !== 'object' || request.body === null || Array.isArray(request.body)) {
        throw new Refusal('invalid', 'The body must be one JSON-RPC message.')
      }
      // Loaded where it is used: callers without agents need not wait for it.
      const [{ createMcpHandler }, { createMcpServer }] = await Promise.all([
        import('@modelcontextprotocol/server'),
        import('../../mcp/server.ts'),
      ])
      const platen = new Platen({
        apiKey: String([KEY.keyOf(request)].flat()[0]),
        baseUrl: 'http://within',
        fetch: fetchWithin(app, request),
        retries: 0,
      })
      const onFault = (error: unknown) => log.error({ err: error, reqId: request.id }, 'a tool failed')
      const handler = createMcpHandler(
        () => createMcpServer({ platen, version: settings.version, onFault }),
        // There is nothing to be told of later, and no stream is kept open.
        { maxSubscriptions: 0 },
      )
      const asked = new Request(`${settings.baseUrl}/mcp`, {
        method: 'POST',
        headers: handedOn(request.headers),
        signal: request.deadline,
      })
      const answer = await handler.fetch(asked, { parsedBody: request.body })
      const body = Buffer.from(await answer.arrayBuffer())
      if (request.deadline.aborted) throw new Refusal('timed-out', 'The tool was not ready in time.')
      return await reply.status(answer.status).headers(Object.fromEntries(answer.headers)).send(body)
    })
  }
}

/** A page that somebody has open must not reach a service on their machine or in their network. @throws {Refusal} */
function refuseOtherPages(baseUrl: string) {
  return async ({ headers: { origin } }: FastifyRequest): Promise<void> => {
    if (origin === undefined || isOwnOrigin(baseUrl, origin)) return
    throw new Refusal('forbidden', 'Pages of other places may not call this.')
  }
}

/** The service's own routes, called within the process, as whoever has called us. */
function fetchWithin(app: FastifyInstance, { ip, headers, deadline }: FastifyRequest): Fetch {
  return async (url, { method = 'GET', headers: own, body, signal }) => {
    const { pathname, search } = new URL(url)
    const ends = signal ? AbortSignal.any([signal, deadline]) : deadline
    ends.throwIfAborted()
    const answer = await endingWith(
      ends,
      async () =>
        // It begins when it is waited for, so that has to be in here.
        await app.inject({
          method: method as 'GET',
          url: pathname + search,
          headers: { ...Object.fromEntries(new Headers(own)), host: headers.host ?? 'localhost' },
          remoteAddress: ip,
          ...(typeof body === 'string' && { payload: body }),
          ...(body instanceof Uint8Array && { payload: Buffer.from(body) }),
        }),
    )
    const text = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const)
    return new Response(answer.statusCode === 204 ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: text.map(([name, value]) => [name, value]),
    })
  }
}

function handedOn(headers: IncomingHttpHeaders): Headers {
  const kept = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !NOT_HANDED_ON.has(name)) kept.set(name, [value].flat().join(', '))
  }
  return kept
}
