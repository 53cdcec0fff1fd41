import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { eventBody } from '../../../generation/history/event-body.ts'
import type { Services } from '../../../services.ts'
import { EVENT_TYPES, type StoredEvent } from '../../../webhooks/events.ts'
import {
  createListener,
  type ListenerRef,
  listListenerEvents,
  removeListener,
  startPoll,
} from '../../../webhooks/listeners.ts'
import {
  ListenerParams,
  ListenerRemoved,
  ListenerSchema,
  NewListenerBody,
  PollBody,
  PolledEvents,
} from '../../schemas/webhook-schemas.ts'

/** Longest wait of a poll. A call ends after 29 s. */
const WAIT_MS = 20_000
/** Interval at which a waiting poll queries the database. */
const QUERY_EVERY_MS = 500
const tags = ['webhooks']
// A listener receives only data that the scope `read` allows to read.
const config = { scope: 'read' } as const

/** Routes `/v1/webhook-listeners`: events for programs without a public address, such as `platen listen`. */
export function webhookListenerRoutes(services: Services): FastifyPluginAsyncTypebox {
  const { database } = services
  return async (app) => {
    app.post(
      '/webhook-listeners',
      {
        config,
        schema: {
          summary: 'Create a listener',
          description:
            'A listener receives the same events as a webhook, and you read them with polls. It needs no public address. ' +
            'Each event is returned by the polls until you acknowledge it. A listener is deleted 10 minutes after its ' +
            'last poll. An account has at most 5 listeners.',
          tags,
          body: NewListenerBody,
          response: { 201: ListenerSchema },
        },
      },
      async ({ accountId, body: { events = EVENT_TYPES } }, reply) =>
        await reply.status(201).send(await createListener(database, accountId, events)),
    )

    app.post(
      '/webhook-listeners/:listenerId/poll',
      {
        // A listener polls several times a minute.
        config: { ...config, isNotLogged: true },
        schema: {
          summary: 'Wait for events',
          description:
            'Returns up to 20 events as soon as there are any, or an empty list after 20 seconds. A new poll ends an ' +
            'earlier one that still waits.',
          tags,
          params: ListenerParams,
          body: PollBody,
          response: { 200: PolledEvents },
        },
      },
      async ({ accountId, params: { listenerId }, body: { acknowledged = [] }, deadline }) => {
        const ref = { accountId, listenerId }
        const pollNumber = await startPoll(database, ref, acknowledged)
        const events = await waitForEvents(services, ref, pollNumber, deadline)
        return {
          events: await Promise.all(
            events.map(async (event) => ({ ...event, body: await eventBody(services, event) })),
          ),
        }
      },
    )

    app.delete(
      '/webhook-listeners/:listenerId',
      {
        config,
        schema: {
          summary: 'Delete a listener',
          tags,
          params: ListenerParams,
          response: { 200: ListenerRemoved },
        },
      },
      async ({ accountId, params: { listenerId } }) => {
        await removeListener(database, { accountId, listenerId })
        return { message: 'The listener was deleted.', listenerId }
      },
    )
  }
}

/**
 * Waits until a listener has events. They are in the database, so that any process can receive the poll. Ends early when
 * the process drains or the client disconnects.
 */
async function waitForEvents(
  { database, draining }: Services,
  ref: ListenerRef,
  pollNumber: number,
  deadline: AbortSignal,
): Promise<StoredEvent[]> {
  const signal = AbortSignal.any([draining, deadline])
  for (const until = performance.now() + WAIT_MS; ;) {
    const events = await listListenerEvents(database, ref, pollNumber)
    const isOver = !events || events.length > 0 || signal.aborted || performance.now() > until
    if (isOver) return events ?? []
    // An abort ends the wait.
    await delay(QUERY_EVERY_MS, undefined, { signal }).catch(() => {})
  }
}
