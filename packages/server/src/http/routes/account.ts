import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { findAccount } from '../../accounts/accounts.ts'
import { findStorageUsage } from '../../accounts/stored-bytes.ts'
import { reportUsage } from '../../generation/history/usage.ts'
import { roleHas } from '../../identity/teams/permissions.ts'
import type { UserMembership } from '../../identity/users.ts'
import type { Services } from '../../services.ts'
import { Credits } from '../schemas/billing-schemas.ts'
import { rangeOf } from '../schemas/day-ranges.ts'
import { Usage, UsageQuery } from '../schemas/usage-schemas.ts'

/** Route `GET /v1/credits`: balance of the account. */
export function creditRoutes({ database, settings }: Services): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/credits',
      {
        schema: {
          summary: 'Read the credit balance',
          tags: ['account'],
          querystring: Type.Object({}, { additionalProperties: false }),
          response: { 200: Credits },
        },
      },
      async ({ accountId }) => ({
        ...(await findAccount(database, accountId)),
        billingUrl: settings.billingUrl,
      }),
    )
  }
}

/** Route `GET /usage` of the API and the dashboard: renders of the account in a range of days. */
export function usageRoutes(services: Services): FastifyPluginAsyncTypebox {
  const { database } = services
  return async (app) => {
    app.get(
      '/usage',
      {
        config: { permission: 'usage:read' },
        schema: {
          summary: 'Read the usage by day, template and key',
          description:
            '`from` and `to` are days in `timeZone`, both included. They span at most 366 days. The default is the last ' +
            '30 days. A render counts on the day on which it ended.',
          tags: ['account'],
          querystring: UsageQuery,
          response: { 200: Usage },
        },
      },
      async ({ accountId, query, membership }) => {
        const usage = await reportUsage(database, accountId, await rangeOf(database, accountId, query))
        return {
          ...usage,
          failures: mayReadFailures(membership) ? usage.failures : [],
          storage: await findStorageUsage(services, accountId),
        }
      },
    )
  }
}

/**
 * Returns true when the caller may read the reasons of failures, which can quote templates and data.
 * @param membership `undefined` for a call with an API key.
 */
function mayReadFailures(membership: UserMembership | undefined): boolean {
  return membership === undefined || roleHas(membership.role, 'jobs:read')
}
