import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { requestResponse } from '../../requests/request-response.ts'
import { findRequest, listRequests } from '../../requests/requests.ts'
import type { Services } from '../../services.ts'
import { filterOf } from '../schemas/day-ranges.ts'
import { RequestList, RequestParams, RequestResponse, RequestsQuery } from '../schemas/request-schemas.ts'

const PAGE_LENGTH = '50'

/** Routes `/requests`: the request log. The same for `/v1` and the dashboard. Its own calls are not logged. */
export function requestRoutes({
  database,
  requestEncryption,
  settings,
}: Services): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/requests',
      {
        config: { permission: 'requests:read', isNotLogged: true },
        schema: {
          summary: 'List calls, newest first',
          description:
            'Lists the calls of the account under /v1 with their status, duration and error, also rejected ones. ' +
            'Calls without a valid API key, calls of this list and polls of webhook listeners are not listed.',
          tags: ['account'],
          querystring: RequestsQuery,
          response: { 200: RequestList },
        },
      },
      async ({ accountId, query }) => {
        const { cursor, limit = PAGE_LENGTH, ...filter } = query
        const { rows, nextCursor } = await listRequests(database, accountId, {
          filter: await filterOf(database, accountId, filter),
          cursor,
          limit: Number(limit),
        })
        const requests = rows.map((row) => requestResponse(requestEncryption, row))
        return { requests, nextCursor, days: settings.requestLogDays }
      },
    )

    app.get(
      '/requests/:requestId',
      {
        config: { permission: 'requests:read', isNotLogged: true },
        schema: {
          summary: 'Read a call with its phases and error',
          tags: ['account'],
          params: RequestParams,
          response: { 200: RequestResponse },
        },
      },
      async ({ accountId, params: { requestId } }) => ({
        request: requestResponse(requestEncryption, await findRequest(database, accountId, requestId)),
      }),
    )
  }
}
