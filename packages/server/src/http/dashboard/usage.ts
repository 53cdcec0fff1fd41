import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { findStorageUsage } from '../../accounts/stored-bytes.ts'
import { reportUsage } from '../../generation/history/usage.ts'
import type { Services } from '../../services.ts'
import { rangeFrom, timeZoneFor } from '../schemas/day-ranges.ts'
import { failures } from '../schemas/schemas.ts'
import { Durations, failureFields, percentiles, rangeFields, usageFields } from '../schemas/usage-schemas.ts'

const UsageResponse = Type.Object(
  {
    ...usageFields,
    failures: Type.Array(
      Type.Object({
        ...failureFields,
        jobId: Type.String({ format: 'uuid', description: 'The latest render that failed for this reason.' }),
      }),
    ),
    durations: Type.Object({
      sync: Durations,
      async: Durations,
      phases: Type.Array(Type.Object({ phase: Type.String(), ...percentiles })),
    }),
  },
  { title: 'Usage' },
)

/** Route `/usage`: renders of the account in a range of days. */
export function usageRoutes(services: Services): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/usage',
      {
        schema: {
          operationId: 'readUsage',
          summary: 'Read the usage by day, template and API key, with failures and durations',
          tags: ['usage'],
          querystring: Type.Object(rangeFields),
          response: { 200: UsageResponse, ...failures() },
        },
      },
      async (request) => {
        const { accountId, query } = request
        const range = rangeFrom(query, await timeZoneFor(services.database, accountId, query))
        const { failures, detailsFrom, ...usage } = await reportUsage(services.database, accountId, range)
        return {
          ...range,
          storage: await findStorageUsage(services, accountId),
          ...usage,
          detailsFrom: detailsFrom.toISOString(),
          failures: failures.map(({ generationId, lastAt, ...failure }) => ({
            ...failure,
            lastAt: lastAt.toISOString(),
            jobId: generationId,
          })),
        }
      },
    )
  }
}
