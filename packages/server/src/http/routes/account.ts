import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { findAccount } from '../../accounts/accounts.ts'
import { findStorageUsage } from '../../accounts/stored-bytes.ts'
import { reportUsage } from '../../generation/history/usage.ts'
import type { Services } from '../../services.ts'
import { rangeFrom, timeZoneFor } from '../schemas/day-ranges.ts'
import { failures } from '../schemas/schemas.ts'
import { counts, Durations, failureFields, rangeFields, usageFields } from '../schemas/usage-schemas.ts'

const Credits = Type.Object(
  {
    credits: Type.Integer({ description: 'Credit balance, including reserved credits.' }),
    reserved: Type.Integer({ description: 'Credits reserved by renders in progress.' }),
    available: Type.Integer({ description: 'Credits that can be spent: credits minus reserved.' }),
    billingUrl: Type.String({ description: 'Address where credits are bought.' }),
  },
  { title: 'Credits' },
)

const Usage = Type.Object(
  {
    ...usageFields,
    ...counts,
    failures: Type.Array(Type.Object(failureFields), {
      description: 'Failed renders by reason, most frequent first.',
    }),
    durations: Type.Object({
      sync: Durations,
      async: Durations,
    }),
  },
  { title: 'Usage' },
)

/** Routes `GET /v1/credits` and `GET /v1/usage`: balance and usage of the account. */
export function accountRoutes(services: Services): FastifyPluginAsyncTypebox {
  const { database, settings } = services
  return async (app) => {
    app.get(
      '/credits',
      {
        schema: {
          summary: 'Read the credit balance',
          tags: ['account'],
          querystring: Type.Object({}, { additionalProperties: false }),
          response: { 200: Credits, ...failures() },
        },
      },
      async ({ accountId }) => {
        const { credits, reserved } = await findAccount(database, accountId)
        return { credits, reserved, available: credits - reserved, billingUrl: settings.billingUrl }
      },
    )

    app.get(
      '/usage',
      {
        schema: {
          summary: 'Read the usage by day, template and key',
          description:
            '`from` and `to` are days in `timeZone`, both included. They span at most 366 days. The default is the last ' +
            '30 days. A render counts on the day on which it ended.',
          tags: ['account'],
          querystring: Type.Object(rangeFields, { additionalProperties: false }),
          response: { 200: Usage, ...failures() },
        },
      },
      async ({ accountId, query }) => {
        const range = rangeFrom(query, await timeZoneFor(database, accountId, query))
        const usage = await reportUsage(database, accountId, range)
        const { days, templates, keys, failures, durations, detailsFrom } = usage
        return {
          ...range,
          storage: await findStorageUsage(services, accountId),
          detailsFrom: detailsFrom.toISOString(),
          pages: sum(days.map(({ pages }) => pages)),
          completed: sum(days.map(({ details }) => details?.completed ?? 0)),
          failed: sum(days.map(({ details }) => details?.failed ?? 0)),
          days,
          templates,
          keys,
          failures: failures.map(({ message, count, lastAt }) => ({
            message,
            count,
            lastAt: lastAt.toISOString(),
          })),
          durations: { sync: durations.sync, async: durations.async },
        }
      },
    )
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
