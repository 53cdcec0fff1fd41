import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from './client.ts'
import type { components, paths } from './schema.ts'

/** Call in the request log. */
export type LoggedRequest = components['schemas']['LoggedRequest']
/** Call with its phases, error and body. */
export type RequestDetail = components['schemas']['LoggedRequestDetail']
/** Query parameters of the list: a filter and a page. */
export type RequestsQuery = NonNullable<paths['/dashboard/api/requests']['get']['parameters']['query']>

const POLL_MS = 3_000

/** Query of one page of the calls that match. @param isLive refetches it every three seconds. */
export function requestsQuery(query: RequestsQuery, isLive: boolean) {
  return queryOptions({
    queryKey: ['requests', query],
    queryFn: ({ signal }) => unwrap(api.GET('/dashboard/api/requests', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: isLive && POLL_MS,
  })
}

/** Query of one call. */
export function requestQuery(requestId: string) {
  return queryOptions({
    queryKey: ['requests', 'one', requestId],
    queryFn: async ({ signal }) => {
      const params = { path: { requestId } }
      return (await unwrap(api.GET('/dashboard/api/requests/{requestId}', { params, signal }))).request
    },
  })
}
