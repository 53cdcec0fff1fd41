import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import { api, unwrap } from '../../api/client.ts'
import { byCursor } from '../../api/pages.ts'
import { queryClient } from '../../api/query-client.ts'
import type { components } from '../../api/schema.ts'

/** Webhook of the account. */
export type Webhook = components['schemas']['Webhook']
/** Type of an event that a webhook can receive. */
export type EventType = Webhook['events'][number]
/** Delivery of one event. */
export type Delivery = components['schemas']['WebhookDelivery']
/** Fields that a form changes. */
export type WebhookFields = Pick<Webhook, 'url' | 'description' | 'events'>

const POLL_MS = 2_000
/** More than the 20 seconds of an attempt in progress, whose `nextAttemptAt` is the end of its lease. */
const DUE_SOON_MS = 30_000

/** Query of the webhooks, the oldest first. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/dashboard/api/webhooks', { signal }))).webhooks,
})

/** Query of one webhook. */
export function webhookQuery(webhookId: string) {
  return queryOptions({
    queryKey: ['webhooks', webhookId],
    queryFn: async ({ signal }) =>
      (
        await unwrap(
          api.GET('/dashboard/api/webhooks/{webhookId}', { params: { path: { webhookId } }, signal }),
        )
      ).webhook,
  })
}

/** Query of the deliveries of a webhook, the newest first. Refetched when an attempt is due. */
export function deliveriesQuery(webhookId: string, status: Delivery['status'] | undefined) {
  return infiniteQueryOptions({
    queryKey: ['webhooks', webhookId, 'deliveries', status],
    queryFn: ({ signal, pageParam: cursor }) =>
      unwrap(
        api.GET('/dashboard/api/webhooks/{webhookId}/deliveries', {
          params: { path: { webhookId }, query: { status, cursor } },
          signal,
        }),
      ),
    ...byCursor,
    refetchInterval: ({ state }) => pollInterval(state.data?.pages.flatMap(({ deliveries }) => deliveries)),
  })
}

/** Query of a delivery with its attempts. Refetched when an attempt is due. */
export function deliveryQuery({ webhookId, deliveryId }: Pick<Delivery, 'webhookId' | 'deliveryId'>) {
  return queryOptions({
    queryKey: ['webhooks', webhookId, 'delivery', deliveryId],
    queryFn: async ({ signal }) => {
      const path = { webhookId, deliveryId }
      const answer = api.GET('/dashboard/api/webhooks/{webhookId}/deliveries/{deliveryId}', {
        params: { path },
        signal,
      })
      return (await unwrap(answer)).delivery
    },
    refetchInterval: ({ state }) => pollInterval(state.data && [state.data]),
  })
}

/** Refetches a webhook, but not its deliveries. */
export function refreshWebhook(webhookId: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: webhookQuery(webhookId).queryKey, exact: true })
}

/** Creates a webhook. Only this response and that of a rotation contain the secret. */
export function useCreateWebhook() {
  return useMutation({
    meta: { shownInline: true },
    // Removes the secret from memory when its dialog closes.
    gcTime: 0,
    mutationFn: (body: WebhookFields) => unwrap(api.POST('/dashboard/api/webhooks', { body })),
    onSuccess: refreshWebhooks,
  })
}

/** Changes the fields of a webhook, or enables or disables it. */
export function useUpdateWebhook({ webhookId, etag }: Pick<Webhook, 'webhookId' | 'etag'>, isForm: boolean) {
  return useMutation({
    meta: isForm ? { shownInline: true } : { failureTitle: 'The webhook was not changed' },
    mutationFn: (body: Partial<WebhookFields> & { isEnabled?: boolean }) =>
      unwrap(
        api.PATCH('/dashboard/api/webhooks/{webhookId}', {
          params: { path: { webhookId }, header: { 'if-match': etag } },
          body,
        }),
      ),
    // Also after a failure: the webhook may have been changed elsewhere.
    onSettled: refreshWebhooks,
  })
}

/** Replaces the secret of a webhook. */
export function useRotateSecret(webhookId: string) {
  return useMutation({
    meta: { shownInline: true },
    gcTime: 0,
    mutationFn: (overlapHours: number) =>
      unwrap(
        api.POST('/dashboard/api/webhooks/{webhookId}/rotate', {
          params: { path: { webhookId } },
          body: { overlapHours },
        }),
      ),
    onSuccess: refreshWebhooks,
  })
}

/** Deletes a webhook. */
export function useRemoveWebhook(webhookId: string) {
  return useMutation({
    meta: { failureTitle: 'The webhook was not deleted' },
    mutationFn: () =>
      unwrap(api.DELETE('/dashboard/api/webhooks/{webhookId}', { params: { path: { webhookId } } })),
    // Not the queries of the deleted webhook, whose page is still shown.
    onSuccess: () => queryClient.invalidateQueries({ ...webhooksQuery, exact: true }),
  })
}

/** Sends a test event. */
export function useTestWebhook(webhookId: string) {
  return useMutation({
    meta: { failureTitle: 'The test event was not sent' },
    mutationFn: () =>
      unwrap(api.POST('/dashboard/api/webhooks/{webhookId}/test', { params: { path: { webhookId } } })),
    onSuccess: refreshWebhooks,
  })
}

/** Sends the event of a delivery again. */
export function useResend({ webhookId, deliveryId }: Pick<Delivery, 'webhookId' | 'deliveryId'>) {
  return useMutation({
    meta: { failureTitle: 'The event was not sent again' },
    mutationFn: () => {
      const params = { path: { webhookId, deliveryId } }
      return unwrap(
        api.POST('/dashboard/api/webhooks/{webhookId}/deliveries/{deliveryId}/resend', { params }),
      )
    },
    onSuccess: refreshWebhooks,
  })
}

/** Sends the failed events since a time again. */
export function useResendFailed(webhookId: string) {
  return useMutation({
    meta: { shownInline: true },
    mutationFn: (since: Date) =>
      unwrap(
        api.POST('/dashboard/api/webhooks/{webhookId}/resend-failed', {
          params: { path: { webhookId } },
          body: { since: since.toISOString() },
        }),
      ),
    onSuccess: refreshWebhooks,
  })
}

/** Refetches the webhooks and their deliveries. */
function refreshWebhooks(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey })
}

/** Returns the time to the next refetch: two seconds when an attempt is due soon; `false` when none is due. */
function pollInterval(deliveries: readonly Delivery[] = []): number | false {
  const waits = deliveries
    .filter(({ status }) => status === 'pending')
    // Without a reason, the first attempt has not ended.
    .map(({ reason, nextAttemptAt }) =>
      reason === null || nextAttemptAt === null ? 0 : Date.parse(nextAttemptAt) - Date.now(),
    )
  const wait = Math.min(...waits)
  return waits.length > 0 && (wait > DUE_SOON_MS ? wait - DUE_SOON_MS : POLL_MS)
}
