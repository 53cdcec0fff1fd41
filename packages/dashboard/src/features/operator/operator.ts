import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { api, unwrap } from '../../api/client.ts'
import { meQuery } from '../../api/me.ts'
import { byCursor } from '../../api/pages.ts'
import { queryClient } from '../../api/query-client.ts'
import type { components } from '../../api/schema.ts'

/** Account, with the data that operators may see. */
export type Account = components['schemas']['Account']
/** Entry of the audit log: one action of an operator. */
export type AuditEntry = components['schemas']['AuditEntry']
/** Failed job. */
export type FailedJob = components['schemas']['FailedJob']

const POLL_MS = 5_000

/** Query of the accounts whose address or id contains `search`, the newest first. */
export function accountsQuery(search: string) {
  return infiniteQueryOptions({
    queryKey: ['operator', 'accounts', search],
    queryFn: ({ signal, pageParam: cursor }) => {
      const query = { search: search || undefined, cursor }
      return unwrap(api.GET('/dashboard/api/operator/accounts', { params: { query }, signal }))
    },
    ...byCursor,
    placeholderData: keepPreviousData,
  })
}

/** Query of one account with its audit log. */
export function accountQuery(userId: string) {
  return queryOptions({
    queryKey: ['operator', 'account', userId],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/dashboard/api/operator/accounts/{userId}', { params: { path: { userId } }, signal })),
  })
}

/** Query of the audit log, the newest entry first. */
export const auditLogQuery = infiniteQueryOptions({
  queryKey: ['operator', 'actions'],
  queryFn: ({ signal, pageParam: cursor }) =>
    unwrap(api.GET('/dashboard/api/operator/actions', { params: { query: { cursor } }, signal })),
  ...byCursor,
})

/** Query of waiting, running and failed jobs. Refetched every 5 seconds. */
export const queueQuery = queryOptions({
  queryKey: ['operator', 'queue'],
  queryFn: ({ signal }) => unwrap(api.GET('/dashboard/api/operator/queue', { signal })),
  refetchInterval: POLL_MS,
})

/** Query of the health of each component. Refetched every 5 seconds. */
export const healthQuery = queryOptions({
  queryKey: ['operator', 'health'],
  queryFn: ({ signal }) => unwrap(api.GET('/dashboard/api/operator/health', { signal })),
  refetchInterval: POLL_MS,
})

/** Adds credits to an account; a negative number removes some. */
export function useAddCredits(userId: string) {
  return useMutation({
    meta: { shownInline: true },
    mutationFn: (body: { credits: number; reason: string; idempotencyKey: string }) =>
      unwrap(
        api.POST('/dashboard/api/operator/accounts/{userId}/credits', { params: { path: { userId } }, body }),
      ),
    onSuccess: refresh,
  })
}

/** Changes the plan of an account. */
export function useChangePlan(userId: string) {
  return useMutation({
    meta: { failureTitle: 'The plan was not changed' },
    mutationFn: (plan: Account['plan']) =>
      unwrap(
        api.PUT('/dashboard/api/operator/accounts/{userId}/plan', {
          params: { path: { userId } },
          body: { plan },
        }),
      ),
    onSuccess: refresh,
  })
}

/** Suspends an account. */
export function useSuspend(userId: string) {
  return useMutation({
    meta: { shownInline: true },
    mutationFn: (reason: string) =>
      unwrap(
        api.POST('/dashboard/api/operator/accounts/{userId}/suspend', {
          params: { path: { userId } },
          body: { reason },
        }),
      ),
    onSuccess: refresh,
  })
}

/** Ends the suspension of an account. */
export function useRestore(userId: string) {
  return useMutation({
    meta: { failureTitle: 'The account was not restored' },
    mutationFn: () =>
      unwrap(api.POST('/dashboard/api/operator/accounts/{userId}/restore', { params: { path: { userId } } })),
    onSuccess: refresh,
  })
}

/** Refetches the data of accounts. The changed account may be that of the operator. */
async function refresh(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['operator'] }),
    queryClient.invalidateQueries(meQuery),
  ])
}
