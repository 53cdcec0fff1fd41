import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { Refusal } from '../../errors.ts'
import { takeAttempt } from '../../identity/attempts.ts'
import type { Services } from '../../services.ts'
import { type Delivery, listDeliveries, queueTestEvent } from '../../webhooks/deliveries.ts'
import { findWebhook, removeWebhook, setWebhook } from '../../webhooks/webhooks.ts'
import { failures, noPrototypeKeys, Nullable, Timestamp, Uuid } from '../schemas/schemas.ts'

// Each is sent to an address that somebody else may own, and is kept for a month.
const TESTS = { burst: 10, perHour: 60 }

const Webhook = Type.Object({
  url: Type.String(),
  setAt: Timestamp,
  switchedOffAt: Nullable(Timestamp),
})

const Deliveries = Type.Object({
  deliveries: Type.Array(
    Type.Object({
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
    }),
  ),
})

/** `/webhook`: where the ends of the account's jobs are sent, and what became of each. */
export function webhookRoutes({ database, webhookPolicy }: Services): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/webhook',
      {
        schema: {
          operationId: 'readWebhook',
          summary: 'Read where the ends of jobs are sent',
          tags: ['webhook'],
          response: { 200: Type.Object({ webhook: Nullable(Webhook) }), ...failures() },
        },
      },
      async ({ accountId }) => {
        const webhook = await findWebhook(database, accountId).catch(orNone)
        return { webhook: webhook ? { url: webhook.url, ...times(webhook) } : null }
      },
    )

    app.put(
      '/webhook',
      {
        schema: {
          operationId: 'setWebhook',
          summary: 'Say where the ends of jobs are sent, with a new secret',
          tags: ['webhook'],
          body: Type.Object({ url: Type.String({ minLength: 1, maxLength: 2_000 }) }, noPrototypeKeys),
          response: {
            200: Type.Object({
              url: Type.String(),
              secret: Type.String({ description: 'What they are signed with; shown this once.' }),
            }),
            ...failures(),
          },
        },
      },
      async ({ accountId, body }, reply) =>
        await reply
          .header('cache-control', 'no-store')
          .send(await setWebhook(database, { accountId, url: body.url, judges: webhookPolicy })),
    )

    app.delete(
      '/webhook',
      {
        schema: {
          operationId: 'removeWebhook',
          summary: 'Send the ends of jobs nowhere any more',
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
          summary: 'Send an event that says nothing, to see whether it arrives',
          tags: ['webhook'],
          response: { 202: Type.Object({ deliveryId: Uuid }), ...failures(404) },
        },
      },
      async ({ accountId }, reply) => {
        const retryAfter = await takeAttempt(database, `webhook tests ${accountId}`, TESTS)
        if (retryAfter > 0) {
          throw new Refusal('limit-reached', 'Too many tests. Please wait and try again.', { retryAfter })
        }
        return await reply.status(202).send(await queueTestEvent(database, accountId))
      },
    )

    app.get(
      '/webhook/deliveries',
      {
        schema: {
          operationId: 'listWebhookDeliveries',
          summary: 'List the last hundred deliveries, the newest first',
          tags: ['webhook'],
          response: { 200: Deliveries, ...failures() },
        },
      },
      async ({ accountId }) => ({
        deliveries: (await listDeliveries(database, accountId)).map(shown),
      }),
    )
  }
}

function orNone(error: unknown): undefined {
  if (error instanceof Refusal && error.kind === 'not-found') return undefined
  throw error
}

function times({ setAt, switchedOffAt }: { setAt: Date; switchedOffAt: Date | null }) {
  return { setAt: setAt.toISOString(), switchedOffAt: switchedOffAt?.toISOString() ?? null }
}

function shown({ createdAt, lastAttemptAt, nextAttemptAt, endedAt, ...delivery }: Delivery) {
  return {
    ...delivery,
    createdAt: createdAt.toISOString(),
    lastAttemptAt: lastAttemptAt?.toISOString() ?? null,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
  }
}
