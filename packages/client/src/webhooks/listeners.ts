import { call, type Call, type Connection } from '../connection/calls.ts'
import { resourcePath } from '../connection/paths.ts'
import type { CallOptions, ListenerEvent, WebhookEventType, WebhookListener } from '../types.ts'

/** Listeners: temporary receivers of events for programs without a public address. */
export interface Listeners {
  /** Creates a listener. It is deleted 10 minutes after its last poll. @throws {RateLimited} if the account has 5. */
  create(
    listener?: { events?: readonly WebhookEventType[] | undefined },
    options?: CallOptions,
  ): Promise<WebhookListener>
  /**
   * Waits up to 20 seconds for events, and returns at most 20 of them. Events are returned again until a later poll
   * acknowledges them.
   * @param acknowledged ids of the events of earlier polls that you have processed, at most 100.
   * @throws {NotFound} if the listener has expired.
   */
  poll(listenerId: string, acknowledged?: readonly string[], options?: CallOptions): Promise<ListenerEvent[]>
  /** Deletes a listener. @throws {NotFound} */
  remove(listenerId: string, options?: CallOptions): Promise<void>
}

/** Creates the listener methods of a client. */
export function createListeners(connection: Connection): Listeners {
  const send = async <Body>(request: Call, options?: CallOptions) =>
    (await call<Body>(connection, request, options)).body
  return {
    create: ({ events } = {}, options) => {
      const body = events ? { events } : {}
      return send({ method: 'POST', path: COLLECTION, body, repeatable: false }, options)
    },
    async poll(listenerId, acknowledged = [], options) {
      const path = `${pathOf(listenerId)}/poll`
      const request = { method: 'POST', path, body: { acknowledged }, repeatable: true } as const
      return (await send<{ events: ListenerEvent[] }>(request, options)).events
    },
    async remove(listenerId, options) {
      await send({ method: 'DELETE', path: pathOf(listenerId), repeatable: true }, options)
    },
  }
}

const COLLECTION = '/v1/webhook-listeners'

function pathOf(listenerId: string): string {
  return resourcePath('webhook-listeners', 'listenerId', listenerId)
}
