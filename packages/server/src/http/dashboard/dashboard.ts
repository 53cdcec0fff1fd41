import fastifySwagger from '@fastify/swagger'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../services.ts'
import { exemptFromAnonymousLimit } from '../admission/anonymous-limit.ts'
import { setDeadline } from '../protocol/deadline.ts'
import { waitForPermit, acquireRendering } from '../admission/admission.ts'
import { cacheResponse, memoize, sendCached } from '../pages/cached-responses.ts'
import { timeCalls } from '../protocol/call-telemetry.ts'
import { addSharedFailures, describeResponses } from '../schemas/document/response-descriptions.ts'
import { shareSchemas } from '../schemas/shared-schemas.ts'
import { requirePermissions, requireSession } from '../auth/session.ts'
import { certificateRoutes } from '../routes/certificates.ts'
import { batchRoutes } from '../routes/batches/batches.ts'
import { assetRoutes } from '../routes/assets.ts'
import { billingRoutes } from './billing.ts'
import { builtInRoutes } from './sign-in/built-in.ts'
import { deviceSignInRoutes } from './sign-in/device-sign-in.ts'
import { deviceRoutes } from './sign-in/device.ts'
import { jobHistoryRoutes } from './jobs.ts'
import { keyRoutes } from './keys.ts'
import { meRoutes } from './me.ts'
import { sessionRoutes } from './sign-in/sessions.ts'
import { operatorRoutes } from './operator.ts'
import { settingsRoutes } from './settings.ts'
import { membershipRoutes } from './teams/accounts.ts'
import { invitationRoutes } from './teams/invitations.ts'
import { memberRoutes } from './teams/members.ts'
import { usageRoutes } from '../routes/account.ts'
import { webhookDeliveryRoutes } from '../routes/webhooks/deliveries.ts'
import { webhookRoutes } from '../routes/webhooks/webhooks.ts'
import { einvoiceCreationRoute } from '../routes/einvoices/creation.ts'
import { einvoiceValidationRoute } from '../routes/einvoices/validation.ts'
import { partialRoutes } from '../routes/partials.ts'
import { organizationRoutes } from '../routes/organization.ts'
import { partialUseRoutes } from './partial-uses.ts'
import { draftEndRoutes } from '../routes/drafts.ts'
import { versionRoutes } from '../routes/versions.ts'
import { previewRoutes } from './preview.ts'
import { requestRoutes } from '../routes/requests.ts'
import { templateRoutes } from './templates.ts'

/**
 * Routes under /dashboard: sign-in, and the API that the dashboard calls for a signed-in user. The API has its own
 * OpenAPI document, from which the dashboard client is generated.
 */
export function dashboardRoutes(services: Services): FastifyPluginAsyncTypebox {
  const { admission } = services
  return async (dashboard) => {
    const { builtIn, provider } = services.identity
    dashboard.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    dashboard.get('/config.json', { schema: { hide: true } }, async () => ({ identity: provider }))
    if (builtIn) {
      await dashboard.register(builtInRoutes(services, builtIn), { prefix: '/auth' })
      await dashboard.register(deviceSignInRoutes(services, builtIn), { prefix: '/auth/device' })
    }
    await dashboard.register(
      async (api) => {
        const describe = await describeDashboard(api, services)
        const document = memoize(
          async () => await cacheResponse('application/json', JSON.stringify(describe())),
        )
        dashboard.get('/openapi.json', { schema: { hide: true } }, async (request, reply) =>
          sendCached(request, reply, await document()),
        )
        requirePermissions(api)
        exemptFromAnonymousLimit(api)
        addSharedFailures(api)
        timeCalls(api, services)
        api.addHook('onRequest', setDeadline(services.settings.syncLimitMs))
        api.addHook('onRequest', requireSession(services, admission.anonymous))
        api.addHook('onRequest', async (request, reply) =>
          acquireRendering(admission, request, reply, request.accountId),
        )
        api.addHook('preHandler', waitForPermit)
        await api.register(meRoutes(services))
        await api.register(membershipRoutes(services))
        await api.register(memberRoutes(services))
        await api.register(invitationRoutes(services))
        if (builtIn) {
          await api.register(sessionRoutes(services))
          await api.register(deviceRoutes(services, builtIn))
        }
        await api.register(keyRoutes(services))
        await api.register(usageRoutes(services))
        await api.register(jobHistoryRoutes(services))
        await api.register(batchRoutes(services))
        await api.register(requestRoutes(services))
        await api.register(billingRoutes(services))
        await api.register(settingsRoutes(services))
        await api.register(webhookRoutes(services, { isPreconditionRequired: true }))
        await api.register(webhookDeliveryRoutes(services))
        await api.register(operatorRoutes(services))
        await api.register(templateRoutes(services))
        await api.register(organizationRoutes(services))
        await api.register(versionRoutes(services))
        await api.register(draftEndRoutes(services))
        await api.register(previewRoutes(services))
        await api.register(einvoiceCreationRoute(services))
        await api.register(einvoiceValidationRoute(services))
        await api.register(partialRoutes(services, { isPreconditionRequired: true }))
        await api.register(partialUseRoutes(services))
        await api.register(assetRoutes(services))
        await api.register(certificateRoutes(services))
      },
      { prefix: '/api' },
    )
  }
}

/** Returns a function that returns the OpenAPI document. Call it when the server is ready. */
async function describeDashboard(api: FastifyInstance, services: Services) {
  await api.register(fastifySwagger, {
    decorator: 'dashboardSwagger',
    transformObject: (described) =>
      'openapiObject' in described
        ? describeResponses(shareSchemas(described.openapiObject))
        : described.swaggerObject,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Platen dashboard API',
        description:
          'The routes that the dashboard calls for a signed-in user. They change with the dashboard.',
        version: services.settings.version,
      },
      servers: [{ url: services.settings.baseUrl }],
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ session: [] }],
    },
  })
  return () => api.dashboardSwagger()
}

declare module 'fastify' {
  interface FastifyInstance {
    dashboardSwagger: FastifyInstance['swagger']
  }
}
