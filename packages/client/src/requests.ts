import { call, type Connection } from './connection/calls.ts'
import { queryOf, resourcePath } from './connection/paths.ts'
import type { CallOptions, LoggedRequestDetail, RequestList } from './types.ts'

/** Filter and cursor for the list of calls. */
export interface RequestFilter {
  requestId?: string | undefined
  /** A status such as `404`, or a class such as `4xx`. */
  status?: string | number | undefined
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | undefined
  /** Pattern of the path: `/v1/templates/{templateId}`. */
  route?: string | undefined
  /** Id of an API key. */
  tokenId?: string | undefined
  templateId?: string | undefined
  /** True for calls with test keys, false for calls with live keys. */
  isTest?: boolean | undefined
  /** First and last day of the calls, such as 2026-11-21, in `timeZone`. Both are inclusive. */
  from?: string | undefined
  to?: string | undefined
  /** IANA name. Default: the time zone of the account. */
  timeZone?: string | undefined
  /** Number of calls, at most 100. Default: 50. */
  limit?: number | undefined
  /** The `nextCursor` of the previous page. */
  cursor?: string | undefined
}

/** Request log: the calls of the account under `/v1`, also rejected ones. */
export interface Requests {
  /** Lists a page of calls, the newest first. @throws {BadRequest} */
  list(filter?: RequestFilter, options?: CallOptions): Promise<RequestList>
  /** Returns a call with its phases and error. @throws {NotFound} */
  get(requestId: string, options?: CallOptions): Promise<LoggedRequestDetail>
}

/** Creates the methods of a client for the request log. */
export function createRequests(connection: Connection): Requests {
  return {
    async list({ isTest, status, ...filter } = {}, options) {
      const query = queryOf({
        ...filter,
        status: status?.toString(),
        isTest: isTest?.toString(),
      })
      const request = { method: 'GET', path: `/v1/requests${query}`, repeatable: true } as const
      return (await call<RequestList>(connection, request, options)).body
    },
    async get(requestId, options) {
      const path = resourcePath('requests', 'requestId', requestId)
      const request = { method: 'GET', path, repeatable: true } as const
      return (await call<{ request: LoggedRequestDetail }>(connection, request, options)).body.request
    },
  }
}
