import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { answered, api } from '../../api/client.ts'
import { meQuery } from '../../api/me.ts'
import { queryClient } from '../../api/query-client.ts'
import type { paths } from '../../api/schema.ts'

type Get<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } }
}
  ? Body
  : never

/** An account as operators see it. */
export type Account = Get<'/dashboard/api/operator/accounts'>['accounts'][number]
/** What an operator did. */
export type Action = Get<'/dashboard/api/operator/actions'>['actions'][number]
/** A job that failed. */
export type FailedJob = Get<'/dashboard/api/operator/queue'>['failed'][number]

const LOOK_AGAIN_MS = 5_000

/** Accounts whose address or id has `search` in it, the newest first. */
export function accountsQuery(search: string) {
  return infiniteQueryOptions({
    queryKey: ['operator', 'accounts', search],
    queryFn: ({ signal, pageParam }) => {
      const query = { ...(search !== '' && { search }), ...(pageParam !== null && { after: pageParam }) }
      return answered(api.GET('/dashboard/api/operator/accounts', { params: { query }, signal }))
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })
}

/** One account, and what operators did to it. */
export function accountQuery(userId: string) {
  return queryOptions({
    queryKey: ['operator', 'account', userId],
    queryFn: ({ signal }) =>
      answered(
        api.GET('/dashboard/api/operator/accounts/{userId}', { params: { path: { userId } }, signal }),
      ),
  })
}

/** What operators did, the newest first. */
export const actionsQuery = infiniteQueryOptions({
  queryKey: ['operator', 'actions'],
  queryFn: ({ signal, pageParam }) => {
    const query = pageParam === null ? {} : { before: pageParam }
    return answered(api.GET('/dashboard/api/operator/actions', { params: { query }, signal }))
  },
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
})

/** What waits, what runs and what failed, as it goes on. */
export const queueQuery = queryOptions({
  queryKey: ['operator', 'queue'],
  queryFn: ({ signal }) => answered(api.GET('/dashboard/api/operator/queue', { signal })),
  refetchInterval: LOOK_AGAIN_MS,
})

/** How each part is, as it goes on. */
export const healthQuery = queryOptions({
  queryKey: ['operator', 'health'],
  queryFn: ({ signal }) => answered(api.GET('/dashboard/api/operator/health', { signal })),
  refetchInterval: LOOK_AGAIN_MS,
})

/** Gives an account credits, or takes some. */
export function useGiveCredits(userId: string) {
  return useMutation({
    meta: { shownInline: true },
    mutationFn: (body: { credits: number; reason: string; giftId: string }) =>
      answered(
        api.POST('/dashboard/api/operator/accounts/{userId}/credits', { params: { path: { userId } }, body }),
      ),
    onSuccess: refresh,
  })
}

/** Puts an account on a plan. */
export function useChangePlan(userId: string) {
  return useMutation({
    mutationFn: (plan: Account['plan']) =>
      answered(
        api.PUT('/dashboard/api/operator/accounts/{userId}/plan', {
          params: { path: { userId } },
          body: { plan },
        }),
      ),
    onSuccess: refresh,
  })
}

/** Suspends an account, for a reason. */
export function useSuspend(userId: string) {
  return useMutation({
    meta: { shownInline: true },
    mutationFn: (reason: string) =>
      answered(
        api.POST('/dashboard/api/operator/accounts/{userId}/suspend', {
          params: { path: { userId } },
          body: { reason },
        }),
      ),
    onSuccess: refresh,
  })
}

/** Takes a suspension back. */
export function useRestore(userId: string) {
  return useMutation({
    mutationFn: () =>
      answered(
        api.POST('/dashboard/api/operator/accounts/{userId}/restore', { params: { path: { userId } } }),
      ),
    onSuccess: refresh,
  })
}

/** It may have been the operator's own account. */
async function refresh(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['operator'] }),
    queryClient.invalidateQueries(meQuery),
  ])
}
