import { queryOptions, useMutation } from '@tanstack/react-query'
import { api, unwrap } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import type { components } from '../../api/schema.ts'

/** Delivery of one event. */
export type Delivery = components['schemas']['WebhookDelivery']

const POLL_MS = 2_000

/** Query of the webhook; null when none is set. */
export const webhookQuery = queryOptions({
  queryKey: ['webhook'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/dashboard/api/webhook', { signal }))).webhook,
})

/** Query of the last 100 deliveries. Refetched while one is pending. */
export const deliveriesQuery = queryOptions({
  queryKey: ['webhook', 'deliveries'],
  queryFn: async ({ signal }) =>
    (await unwrap(api.GET('/dashboard/api/webhook/deliveries', { signal }))).deliveries,
  refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'pending') ? POLL_MS : false),
})

/** Sets the webhook. Only this response contains the secret. */
export function useSetWebhook() {
  return useMutation({
    meta: { shownInline: true },
    gcTime: 0,
    mutationFn: (url: string) => unwrap(api.PUT('/dashboard/api/webhook', { body: { url } })),
    onSuccess: refresh,
  })
}

/** Removes the webhook. */
export function useRemoveWebhook() {
  return useMutation({
    meta: { failureTitle: 'The webhook was not removed' },
    mutationFn: () => unwrap(api.DELETE('/dashboard/api/webhook')),
    onSuccess: refresh,
  })
}

/** Sends a test event. */
export function useTestWebhook() {
  return useMutation({
    meta: { failureTitle: 'The test event was not sent' },
    mutationFn: () => unwrap(api.POST('/dashboard/api/webhook/test')),
    onSuccess: refresh,
  })
}

/** Refetches the webhook and its deliveries. */
function refresh(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: webhookQuery.queryKey })
}
