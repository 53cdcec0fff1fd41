import { queryOptions, useMutation } from '@tanstack/react-query'
import { answered, api } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import type { paths } from '../../api/schema.ts'

/** One event on its way, and what became of it. */
export type Delivery =
  paths['/dashboard/api/webhook/deliveries']['get']['responses'][200]['content']['application/json']['deliveries'][number]

const LOOK_AGAIN_MS = 2_000

/** Where the ends of jobs are sent; null: nowhere. */
export const webhookQuery = queryOptions({
  queryKey: ['webhook'],
  queryFn: async ({ signal }) => (await answered(api.GET('/dashboard/api/webhook', { signal }))).webhook,
})

/** The last hundred deliveries. Those that are on their way are followed. */
export const deliveriesQuery = queryOptions({
  queryKey: ['webhook', 'deliveries'],
  queryFn: async ({ signal }) =>
    (await answered(api.GET('/dashboard/api/webhook/deliveries', { signal }))).deliveries,
  refetchInterval: ({ state }) =>
    state.data?.some(({ status }) => status === 'pending') ? LOOK_AGAIN_MS : false,
})

/** Sets the address. Its answer is the only place where the secret is. */
export function useSetWebhook() {
  return useMutation({
    meta: { shownInline: true },
    gcTime: 0,
    mutationFn: (url: string) => answered(api.PUT('/dashboard/api/webhook', { body: { url } })),
    onSuccess: refresh,
  })
}

/** Sends nothing any more. */
export function useRemoveWebhook() {
  return useMutation({ mutationFn: () => answered(api.DELETE('/dashboard/api/webhook')), onSuccess: refresh })
}

/** Has an event sent that says nothing. */
export function useTestWebhook() {
  return useMutation({
    mutationFn: () => answered(api.POST('/dashboard/api/webhook/test')),
    onSuccess: refresh,
  })
}

/** With its deliveries. */
function refresh(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: webhookQuery.queryKey })
}
