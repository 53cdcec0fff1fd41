import { randomUUID } from 'node:crypto'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type LogController,
} from 'fastify'
import { openSite } from '@platen/documentation/site'
import { highlight } from './pages/highlight.ts'
import type { Refusal } from '@platen/template/refusal'
import type { Services } from '../services.ts'
import { type AnonymousLimit, limitAnonymous } from './admission/anonymous-limit.ts'
import { describeApi } from './schemas/document/api-document.ts'
import { apiReferenceRoutes } from './pages/api-reference.ts'
import { authenticate } from './auth/authenticate.ts'
import { BODY_BYTES_MAX, readJsonBodies } from './bodies/json-bodies.ts'
import { createBodyBudget } from './bodies/body-budget.ts'
import { countBodies } from './bodies/count-bodies.ts'
import { setDeadline } from './protocol/deadline.ts'
import { dashboardRoutes } from './dashboard/dashboard.ts'
import { documentationRoutes } from './pages/documentation.ts'
import { sendErrorResponse, registerErrorResponses, collectMethods } from './protocol/error-responses.ts'
import { mcpRoutes } from './routes/mcp.ts'
import { countResponses, timeCalls } from './protocol/call-telemetry.ts'
import { logRequests } from './protocol/log-requests.ts'
import { pageRoutes } from './pages/dashboard-pages.ts'
import { outboxRoutes } from './pages/outbox.ts'
import {
  answerMalformedRequest,
  rejectMalformedHeaders,
  answerExpectContinue,
} from './protocol/malformed-requests.ts'
import { creditRoutes, usageRoutes } from './routes/account.ts'
import { assetRoutes } from './routes/assets.ts'
import { certificateRoutes } from './routes/certificates.ts'
import { einvoiceRoutes } from './routes/einvoices/einvoices.ts'
import { fileRoutes } from './routes/files.ts'
import { generateRoutes } from './routes/generate.ts'
import { healthRoutes } from './routes/health.ts'
import { batchRoutes } from './routes/batches/batches.ts'
import { jobRoutes } from './routes/jobs.ts'
import { previewRoutes } from './routes/preview.ts'
import { requestRoutes } from './routes/requests.ts'
import { partialRoutes } from './routes/partials.ts'
import { organizationRoutes } from './routes/organization.ts'
import { dataSetRoutes } from './routes/data-sets.ts'
import { draftEndRoutes, draftRoutes } from './routes/drafts.ts'
import { versionRoutes } from './routes/versions.ts'
import { webhookDeliveryRoutes } from './routes/webhooks/deliveries.ts'
import { webhookListenerRoutes } from './routes/webhooks/listeners.ts'
import { webhookRoutes } from './routes/webhooks/webhooks.ts'
import { stripeRoutes } from './routes/stripe.ts'
import { templateDataRoutes } from './routes/template-data.ts'
import { templateRoutes } from './routes/templates.ts'
import { addSharedFailures } from './schemas/document/response-descriptions.ts'
import { compileSchemasAtFirstUse } from './schemas/schema-compilers.ts'
import { endSlowReaders } from './protocol/slow-readers.ts'
import { discardUnreadBodies } from './bodies/unread-bodies.ts'
import { describeInvalid } from './schemas/validation.ts'

const HEADERS_LIMIT_MS = 10_000
// A file name has 80 characters of up to two UTF-16 units, and an extension.
const PARAMETER_LENGTH_MAX = 200
const IDLE_LIMIT_MS = 72_000
// The default of Node is 30 s, which would make the limits above inexact.
const CONNECTIONS_CHECK_EVERY_MS = 1_000

/**
 * Creates the HTTP server, ready to listen.
 * @param options `api`: false for a worker process, which has only the health routes.
 */
export async function createServer(
  services: Services,
  options: {
    logger: FastifyBaseLogger
    logController?: LogController
    trustedProxies: readonly string[]
    api: boolean
  },
): Promise<FastifyInstance> {
  const { admission } = services
  const app = Fastify({
    loggerInstance: options.logger,
    ...(options.logController && { logController: options.logController }),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_BYTES_MAX,
    routerOptions: { maxParamLength: PARAMETER_LENGTH_MAX },
    requestTimeout: services.settings.requestLimitMs,
    keepAliveTimeout: IDLE_LIMIT_MS,
    http: {
      headersTimeout: HEADERS_LIMIT_MS,
      connectionsCheckingInterval: CONNECTIONS_CHECK_EVERY_MS,
      // Node would answer a request without Host with an empty body.
      requireHostHeader: false,
    },
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    // Admitted calls are answered. Only the connection is closed.
    return503OnClosing: false,
    schemaErrorFormatter: describeInvalid,
    clientErrorHandler: answerMalformedRequest,
    // Paths that the router cannot parse. No hooks run for them.
    frameworkErrors: (error, request, reply) =>
      void answerUnroutable(
        error,
        request,
        reply.headers(securityHeaders(services, request)),
        admission.anonymous,
      ),
  }).withTypeProvider<TypeBoxTypeProvider>()

  compileSchemasAtFirstUse(app)
  app.addHook('onRequest', async (request, reply) => void reply.headers(securityHeaders(services, request)))
  limitAnonymous(app, admission.anonymous)
  // Checked when the response is sent: the drain may have started during the call.
  app.addHook('onSend', async (_request, reply) => {
    if (services.draining.aborted) void reply.header('connection', 'close')
  })
  countResponses(app, services.telemetry)
  rejectMalformedHeaders(app)
  registerErrorResponses(app)
  readJsonBodies(app, services.usage)
  countBodies(app, createBodyBudget(services.settings.bodyMemoryBytes))
  answerExpectContinue(app)
  discardUnreadBodies(app, services.settings.requestLimitMs)
  endSlowReaders(app, services.settings.readingLimit)
  if (options.api) await describeApi(app, services.settings)
  const rejectOtherMethods = collectMethods(app)

  await app.register(healthRoutes(services))
  if (!options.api) return app
  await app.register(fileRoutes(services, admission.anonymous))
  if (services.outbox) await app.register(outboxRoutes(services.outbox))
  if (services.payments) await app.register(stripeRoutes(services, services.payments))
  await app.register(pageRoutes(services))
  const site = openSite({ highlight, baseUrl: services.settings.baseUrl })
  await app.register(documentationRoutes(services, site))
  const document = { json: () => app.swagger(), yaml: () => app.swagger({ yaml: true }) }
  await app.register(apiReferenceRoutes(site, document))
  await app.register(
    async (v1) => {
      addSharedFailures(v1)
      timeCalls(v1, services)
      logRequests(v1, services)
      v1.addHook('onRequest', setDeadline(services.settings.syncLimitMs))
      authenticate(v1, services)
      await v1.register(templateRoutes(services))
      await v1.register(templateDataRoutes(services))
      await v1.register(dataSetRoutes(services))
      await v1.register(organizationRoutes(services))
      await v1.register(previewRoutes(services))
      await v1.register(partialRoutes(services, { isPreconditionRequired: false }))
      await v1.register(assetRoutes(services))
      await v1.register(versionRoutes(services))
      await v1.register(draftRoutes(services))
      await v1.register(draftEndRoutes(services))
      await v1.register(generateRoutes(services))
      await v1.register(einvoiceRoutes(services))
      await v1.register(certificateRoutes(services))
      await v1.register(jobRoutes(services))
      await v1.register(batchRoutes(services))
      await v1.register(webhookRoutes(services, { isPreconditionRequired: false }))
      await v1.register(webhookDeliveryRoutes(services))
      await v1.register(webhookListenerRoutes(services))
      await v1.register(creditRoutes(services))
      await v1.register(usageRoutes(services))
      await v1.register(requestRoutes(services))
    },
    { prefix: '/v1' },
  )
  await app.register(mcpRoutes(services))
  await app.register(dashboardRoutes(services), { prefix: '/dashboard' })
  rejectOtherMethods()
  return app
}

function securityHeaders(services: Services, request: FastifyRequest): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    ...(services.settings.baseUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
    'x-request-id': request.id,
  }
}

/** Sends the error for a path that the router cannot parse, within the rate limit of the network. */
async function answerUnroutable(
  failure: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  limit: AnonymousLimit,
): Promise<void> {
  const limited = await limit.count(request, reply).catch((refusal: Refusal) => refusal)
  sendErrorResponse(limited ?? failure, request, reply)
}
