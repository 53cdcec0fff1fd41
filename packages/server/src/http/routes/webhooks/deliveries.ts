import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { spendTokens } from '../../../accounts/token-bucket.ts'
import type { Services } from '../../../services.ts'
import {
  findDelivery,
  listDeliveries,
  queueTestEvent,
  resendDelivery,
  resendFailed,
} from '../../../webhooks/deliveries.ts'
import { findWebhook } from '../../../webhooks/webhooks.ts'
import { timeFrom } from '../../fields/times.ts'
import { failures } from '../../schemas/schemas.ts'
import {
  DeliveriesQuery,
  DeliveryList,
  DeliveryParams,
  DeliveryResponse,
  DeliverySchema,
  Resent,
  ResendFailedBody,
  TestQueued,
  WebhookParams,
} from '../../schemas/webhook-schemas.ts'

// These events are sent on request, to an address that may belong to others.
const REQUESTED_EVENTS = { capacity: 30, perHour: 240 }
const PAGE_LENGTH = '50'
const tags = ['webhooks']

/** Routes `/webhooks/:webhookId/deliveries`, under /v1 and in the dashboard: list, read, test and send again. */
export function webhookDeliveryRoutes({ database, queue }: Services): FastifyPluginAsyncTypebox {
  const countRequest = async (accountId: string) =>
    await spendTokens(database, `webhook tests ${accountId}`, REQUESTED_EVENTS, {
      refusal: () => 'Too many test events and repeated events. Wait and try again.',
    })
  return async (app) => {
    app.get(
      '/webhooks/:webhookId/deliveries',
      {
        config: { permission: 'webhooks:read' },
        schema: {
          summary: 'List the deliveries of a webhook, newest first',
          description: 'Deliveries are kept for 30 days.',
          tags,
          params: WebhookParams,
          querystring: DeliveriesQuery,
          response: { 200: DeliveryList },
        },
      },
      async ({ accountId, params: { webhookId }, query: { limit = PAGE_LENGTH, ...query } }) => {
        const page = { ...query, limit: Number(limit) }
        const { rows, nextCursor } = await listDeliveries(database, { accountId, webhookId }, page)
        return { deliveries: rows, nextCursor }
      },
    )

    app.get(
      '/webhooks/:webhookId/deliveries/:deliveryId',
      {
        config: { permission: 'webhooks:read' },
        schema: {
          summary: 'Read a delivery with its attempts',
          tags,
          params: DeliveryParams,
          response: { 200: DeliveryResponse },
        },
      },
      async ({ accountId, params }) => ({ delivery: await findDelivery(database, { accountId, ...params }) }),
    )

    app.post(
      '/webhooks/:webhookId/deliveries/:deliveryId/resend',
      {
        config: { permission: 'webhooks:write' },
        schema: {
          summary: 'Send an event again',
          description: 'The event has the same id as before, and is retried like a new one.',
          tags,
          params: DeliveryParams,
          response: { 202: DeliverySchema, ...failures(409) },
        },
      },
      async ({ accountId, params }, reply) => {
        await findDelivery(database, { accountId, ...params })
        await countRequest(accountId)
        return await reply
          .status(202)
          .send(await resendDelivery({ database, queue }, { accountId, ...params }))
      },
    )

    app.post(
      '/webhooks/:webhookId/resend-failed',
      {
        config: { permission: 'webhooks:write' },
        schema: {
          summary: 'Send all failed events since a time again',
          description: 'Sends at most 1,000 events, the oldest first. Test events are not sent again.',
          tags,
          params: WebhookParams,
          body: ResendFailedBody,
          response: { 202: Resent, ...failures(409) },
        },
      },
      async ({ accountId, params: { webhookId }, body }, reply) => {
        const since = timeFrom('since', body.since)
        await findWebhook(database, { accountId, webhookId })
        await countRequest(accountId)
        const resent = await resendFailed({ database, queue }, { accountId, webhookId }, since)
        return await reply.status(202).send(resent)
      },
    )

    app.post(
      '/webhooks/:webhookId/test',
      {
        config: { permission: 'webhooks:write' },
        schema: {
          summary: 'Send a test event',
          tags,
          params: WebhookParams,
          response: { 202: TestQueued, ...failures(409) },
        },
      },
      async ({ accountId, params: { webhookId } }, reply) => {
        await findWebhook(database, { accountId, webhookId })
        await countRequest(accountId)
        return await reply
          .status(202)
          .send(await queueTestEvent({ database, queue }, { accountId, webhookId }))
      },
    )
  }
}
