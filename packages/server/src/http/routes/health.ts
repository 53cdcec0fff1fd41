import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Services } from '../../services.ts'
import { createReadinessCheck } from '../../operations/readiness.ts'
import { exemptFromAnonymousLimit } from '../admission/anonymous-limit.ts'
import { requestFailures } from '../schemas/schemas.ts'

/** Routes `GET /health/live` and `/health/ready`, for load balancers and supervisors. */
export function healthRoutes(services: Services): FastifyPluginAsyncTypebox {
  const State = Type.Object({ status: Type.String(), version: Type.String() })
  const isReady = createReadinessCheck(services)
  return async (app) => {
    exemptFromAnonymousLimit(app)
    app.get(
      '/health/live',
      {
        schema: {
          summary: 'Check that the process is running',
          tags: ['health'],
          security: [],
          response: { 200: State, ...requestFailures() },
        },
      },
      async () => ({ status: 'live', version: services.settings.version }),
    )

    app.get(
      '/health/ready',
      {
        schema: {
          summary: 'Check that the service can serve requests',
          tags: ['health'],
          security: [],
          response: {
            200: Type.Intersect([
              State,
              Type.Object({ components: Type.Record(Type.String(), Type.String()) }),
            ]),
            ...requestFailures(),
            503: Type.Object({
              message: Type.String(),
              components: Type.Record(Type.String(), Type.String()),
            }),
          },
        },
      },
      async (_request, reply) => {
        const { ready, components } = await isReady()
        if (ready) return { status: 'ready', version: services.settings.version, components }
        return await reply.status(503).send({ message: 'The service is not ready.', components })
      },
    )
  }
}
