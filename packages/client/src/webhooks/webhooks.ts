import { call, type Call, type Connection } from '../connection/calls.ts'
import { pathSegment, queryOf, resourcePath } from '../connection/paths.ts'
import type {
  CallOptions,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryList,
  WebhookEventType,
  WebhookWithSecret,
} from '../types.ts'
import { createListeners, type Listeners } from './listeners.ts'

/** Fields of a new webhook. */
export interface NewWebhook {
  /** Address that receives the events. */
  url: string
  events: readonly WebhookEventType[]
  description?: string | undefined
}

/** Fields of a webhook to change. Absent fields stay as they are. */
export interface WebhookChange {
  url?: string | undefined
  events?: readonly WebhookEventType[] | undefined
  description?: string | undefined
  isEnabled?: boolean | undefined
}

/** Filter and cursor for the list of deliveries. */
export interface DeliveryFilter {
  status?: WebhookDelivery['status'] | undefined
  /** Number of deliveries, at most 100. Default: 50. */
  limit?: number | undefined
  /** The `nextCursor` of the previous page. */
  cursor?: string | undefined
}

/** Webhooks of the account, their deliveries, and listeners. */
export interface Webhooks {
  list(options?: CallOptions): Promise<Webhook[]>
  /** @throws {NotFound} */
  get(webhookId: string, options?: CallOptions): Promise<Webhook>
  /**
   * Creates a webhook. Only this response and that of `rotate` have the secret.
   * @throws {BadRequest} for a URL that the service may not call. @throws {RateLimited} if the account has 10 webhooks.
   */
  create(webhook: NewWebhook, options?: CallOptions): Promise<WebhookWithSecret>
  /**
   * Changes a webhook.
   * @param options `ifMatch`: the `etag` of the webhook that you have read. Default: any.
   * @throws {Changed} if `ifMatch` does not match. @throws {NotFound}
   */
  update(
    webhookId: string,
    change: WebhookChange,
    options?: CallOptions & { ifMatch?: string | undefined },
  ): Promise<Webhook>
  /**
   * Replaces the secret. Events are also signed with the old secret for `overlapHours`. Default: 24. @throws {NotFound}
   */
  rotate(
    webhookId: string,
    options?: CallOptions & { overlapHours?: number | undefined },
  ): Promise<WebhookWithSecret>
  /** Deletes a webhook permanently. @throws {NotFound} */
  remove(webhookId: string, options?: CallOptions): Promise<void>
  /** Sends a test event. @returns the id of its delivery. @throws {Conflict} if the webhook is disabled. */
  test(webhookId: string, options?: CallOptions): Promise<{ deliveryId: string }>
  /** Lists a page of deliveries, the newest first. @throws {NotFound} */
  deliveries(webhookId: string, filter?: DeliveryFilter, options?: CallOptions): Promise<WebhookDeliveryList>
  /** Returns a delivery with its attempts. @throws {NotFound} */
  delivery(webhookId: string, deliveryId: string, options?: CallOptions): Promise<WebhookDeliveryDetail>
  /** Sends an event again, with the same id. @throws {Conflict} if it is pending or the webhook is disabled. */
  resend(webhookId: string, deliveryId: string, options?: CallOptions): Promise<WebhookDelivery>
  /**
   * Sends the failed events again that were created at a time or after it, at most 1,000, the oldest first.
   * @returns the number of events that are sent, and of failed ones that remain.
   * @throws {Conflict} if the webhook is disabled.
   */
  resendFailed(
    webhookId: string,
    since: Date | string,
    options?: CallOptions,
  ): Promise<{ resent: number; remaining: number }>
  readonly listeners: Listeners
}

const OVERLAP_HOURS = 24

/** Creates the webhook methods of a client. */
export function createWebhooks(connection: Connection): Webhooks {
  const send = async <Body>(request: Call, options?: CallOptions) =>
    (await call<Body>(connection, request, options)).body
  const read = async <Body>(path: string, options?: CallOptions) =>
    await send<Body>({ method: 'GET', path, repeatable: true }, options)
  // A repeated call would create a second webhook, replace a new secret, or send an event twice.
  const post = async <Body>(path: string, body: object, options?: CallOptions) =>
    await send<Body>({ method: 'POST', path, body, repeatable: false }, options)
  return {
    list: async (options) => (await read<{ webhooks: Webhook[] }>(COLLECTION, options)).webhooks,
    get: async (id, options) => (await read<{ webhook: Webhook }>(pathOf(id), options)).webhook,
    create: (webhook, options) => post(COLLECTION, webhook, options),
    async update(id, change, { ifMatch, ...options } = {}) {
      const request = { method: 'PATCH', path: pathOf(id), body: change, ifMatch, repeatable: true } as const
      return (await send<{ webhook: Webhook }>(request, options)).webhook
    },
    rotate: (id, { overlapHours = OVERLAP_HOURS, ...options } = {}) =>
      post(`${pathOf(id)}/rotate`, { overlapHours }, options),
    async remove(id, options) {
      await send({ method: 'DELETE', path: pathOf(id), repeatable: true }, options)
    },
    test: (id, options) => post(`${pathOf(id)}/test`, {}, options),
    deliveries: (id, { status, limit, cursor } = {}, options) =>
      read(`${pathOf(id)}/deliveries${queryOf({ status, limit, cursor })}`, options),
    delivery: async (id, deliveryId, options) =>
      (await read<{ delivery: WebhookDeliveryDetail }>(deliveryPath(id, deliveryId), options)).delivery,
    resend: (id, deliveryId, options) => post(`${deliveryPath(id, deliveryId)}/resend`, {}, options),
    resendFailed: (id, since, options) =>
      post(
        `${pathOf(id)}/resend-failed`,
        { since: typeof since === 'string' ? since : since.toISOString() },
        options,
      ),
    listeners: createListeners(connection),
  }
}

const COLLECTION = '/v1/webhooks'

function pathOf(webhookId: string): string {
  return resourcePath('webhooks', 'webhookId', webhookId)
}

function deliveryPath(webhookId: string, deliveryId: string): string {
  return `${pathOf(webhookId)}/deliveries/${pathSegment('deliveryId', deliveryId)}`
}
