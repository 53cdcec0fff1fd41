import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { Refusal } from '@platen/template/refusal'
import { takeAttempt } from '../../identity/attempt-limit.ts'
import type { Services } from '../../services.ts'
import { type WebhookDelivery, listDeliveries, queueTestEvent } from '../../webhooks/deliveries.ts'
import { findWebhook, removeWebhook, setWebhook } from '../../webhooks/webhooks.ts'
import { failures, noPrototypeKeys, Nullable, Timestamp, Uuid } from '../schemas/schemas.ts'

// A test is sent to an address that may belong to others, and its delivery is stored for a month.
const TESTS = { burst: 10, perHour: 60 }

const Webhook = Type.Object(
  {
    url: Type.String(),
    setAt: Timestamp,
    disabledAt: Nullable(Timestamp),
  },
  { title: 'Webhook' },
)

const Deliveries = Type.Object({
  deliveries: Type.Array(
    Type.Object(
      {
        deliveryId: Uuid,
        event: Type.Enum(['job.completed', 'job.failed', 'webhook.test']),
        jobId: Nullable(Uuid),
        status: Type.Enum(['pending', 'delivered', 'failed']),
        attempts: Type.Integer(),
        responseStatus: Nullable(Type.Integer()),
        reason: Nullable(Type.String()),
        createdAt: Timestamp,
        lastAttemptAt: Nullable(Timestamp),
        nextAttemptAt: Nullable(Timestamp),
        endedAt: Nullable(Timestamp),
      },
      { title: 'WebhookDelivery' },
    ),
  ),
})

/** Routes `/webhook`: the webhook of the account, its test and its deliveries. */
export function webhookRoutes({ database, queue, webhooks }: Services): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/webhook',
      {
        schema: {
          operationId: 'readWebhook',
          summary: 'Read the webhook',
          tags: ['webhook'],
          response: { 200: Type.Object({ webhook: Nullable(Webhook) }), ...failures() },
        },
      },
      async ({ accountId }) => {
        const webhook = await findWebhook(database, accountId).catch(undefinedIfNotFound)
        return { webhook: webhook ? { url: webhook.url, ...times(webhook) } : null }
      },
    )

    app.put(
      '/webhook',
      {
        schema: {
          operationId: 'setWebhook',
          summary: 'Set the URL of the webhook and create a new secret',
          tags: ['webhook'],
          body: Type.Object({ url: Type.String({ minLength: 1, maxLength: 2_000 }) }, noPrototypeKeys),
          response: {
            200: Type.Object({
              url: Type.String(),
              secret: Type.String({ description: 'Secret that signs the events. It is returned only here.' }),
            }),
            ...failures(),
          },
        },
      },
      async ({ accountId, body }, reply) =>
        await reply
          .header('cache-control', 'no-store')
          .send(await setWebhook(database, { accountId, url: body.url, policy: webhooks.transport })),
    )

    app.delete(
      '/webhook',
      {
        schema: {
          operationId: 'removeWebhook',
          summary: 'Remove the webhook',
          tags: ['webhook'],
          response: { 200: Type.Object({ message: Type.String() }), ...failures(404) },
        },
      },
      async ({ accountId }) => {
        await removeWebhook(database, accountId)
        return { message: 'The webhook was removed.' }
      },
    )

    app.post(
      '/webhook/test',
      {
        schema: {
          operationId: 'testWebhook',
          summary: 'Send a test event',
          tags: ['webhook'],
          response: { 202: Type.Object({ deliveryId: Uuid }), ...failures(404) },
        },
      },
      async ({ accountId }, reply) => {
        const retryAfter = await takeAttempt(database, `webhook tests ${accountId}`, TESTS)
        if (retryAfter > 0) {
          throw new Refusal('limit-reached', 'Too many test events. Wait and try again.', { retryAfter })
        }
        return await reply.status(202).send(await queueTestEvent({ database, queue }, accountId))
      },
    )

    app.get(
      '/webhook/deliveries',
      {
        schema: {
          operationId: 'listWebhookDeliveries',
          summary: 'List the last 100 deliveries, newest first',
          tags: ['webhook'],
          response: { 200: Deliveries, ...failures() },
        },
      },
      async ({ accountId }) => ({
        deliveries: (await listDeliveries(database, accountId)).map(deliveryResponse),
      }),
    )
  }
}

function undefinedIfNotFound(error: unknown): undefined {
  if (error instanceof Refusal && error.kind === 'not-found') return undefined
  throw error
}

function times({ setAt, disabledAt }: { setAt: Date; disabledAt: Date | null }) {
  return { setAt: setAt.toISOString(), disabledAt: disabledAt?.toISOString() ?? null }
}

function deliveryResponse({
  createdAt,
  lastAttemptAt,
  nextAttemptAt,
  endedAt,
  ...delivery
}: WebhookDelivery) {
  return {
    ...delivery,
    createdAt: createdAt.toISOString(),
    lastAttemptAt: lastAttemptAt?.toISOString() ?? null,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
  }
}
