import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { spendTokens } from '../../accounts/token-bucket.ts'
import type { Services } from '../../services.ts'
import { listDeliveries, queueTestEvent } from '../../webhooks/deliveries.ts'
import { findWebhookIfSet, removeWebhook, setWebhook } from '../../webhooks/webhooks.ts'
import { Done, failures, noPrototypeKeys, Nullable, Timestamp, Uuid } from '../schemas/schemas.ts'

// A test is sent to an address that may belong to others, and its delivery is stored for a month.
const TESTS = { capacity: 10, perHour: 60 }

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
          summary: 'Read the webhook',
          response: { 200: Type.Object({ webhook: Nullable(Webhook) }) },
        },
      },
      async ({ accountId }) => ({ webhook: await findWebhookIfSet(database, accountId) }),
    )

    app.put(
      '/webhook',
      {
        schema: {
          summary: 'Set the URL of the webhook and create a new secret',
          body: Type.Object({ url: Type.String({ minLength: 1, maxLength: 2_000 }) }, noPrototypeKeys),
          response: {
            200: Type.Object({
              url: Type.String(),
              secret: Type.String({ description: 'Secret that signs the events. It is returned only here.' }),
            }),
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
      { schema: { summary: 'Remove the webhook', response: { 200: Done, ...failures(404) } } },
      async ({ accountId }) => {
        await removeWebhook(database, accountId)
        return { message: 'The webhook was removed.' }
      },
    )

    app.post(
      '/webhook/test',
      {
        schema: {
          summary: 'Send a test event',
          response: { 202: Type.Object({ deliveryId: Uuid }), ...failures(404) },
        },
      },
      async ({ accountId }, reply) => {
        await spendTokens(database, `webhook tests ${accountId}`, TESTS, {
          refusal: () => 'Too many test events. Wait and try again.',
        })
        return await reply.status(202).send(await queueTestEvent({ database, queue }, accountId))
      },
    )

    app.get(
      '/webhook/deliveries',
      { schema: { summary: 'List the last 100 deliveries, newest first', response: { 200: Deliveries } } },
      async ({ accountId }) => ({ deliveries: await listDeliveries(database, accountId) }),
    )
  }
}
