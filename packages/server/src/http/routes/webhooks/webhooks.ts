import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Services } from '../../../services.ts'
import {
  createWebhook,
  findWebhook,
  listWebhooks,
  removeWebhook,
  rotateSecret,
  updateWebhook,
  type Webhook,
} from '../../../webhooks/webhooks.ts'
import { requirePlainText } from '../../fields/plain-text.ts'
import { parsePreconditions, tagOf } from '../../protocol/etags.ts'
import { RestorePrecondition } from '../../schemas/content-schemas.ts'
import { failures } from '../../schemas/schemas.ts'
import {
  NewWebhookBody,
  RotationBody,
  WebhookChangeBody,
  WebhookList,
  WebhookParams,
  WebhookRemoved,
  WebhookResponse,
  WebhookWithSecret,
} from '../../schemas/webhook-schemas.ts'

const tags = ['webhooks']

/**
 * Routes `/webhooks`, under /v1 and in the dashboard: list, read, create, change, rotate and delete.
 * @param options.isPreconditionRequired rejects a change without If-Match.
 */
export function webhookRoutes(
  { database, webhooks }: Services,
  { isPreconditionRequired }: { isPreconditionRequired: boolean },
): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/webhooks',
      {
        config: { permission: 'webhooks:read' },
        schema: {
          summary: 'List the webhooks of the account, oldest first',
          tags,
          querystring: Type.Object({}, { additionalProperties: false }),
          response: { 200: WebhookList },
        },
      },
      async ({ accountId }) => ({ webhooks: (await listWebhooks(database, accountId)).map(withTag) }),
    )

    app.post(
      '/webhooks',
      {
        config: { permission: 'webhooks:write' },
        schema: {
          summary: 'Create a webhook',
          description: 'An account has at most 10 webhooks.',
          tags,
          body: NewWebhookBody,
          response: { 201: WebhookWithSecret },
        },
      },
      async ({ accountId, body }, reply) => {
        requirePlainText(body)
        const created = withTag(
          await createWebhook(database, { ...body, accountId, policy: webhooks.transport }),
        )
        return await reply.status(201).headers(secretHeaders(created)).send(created)
      },
    )

    app.get(
      '/webhooks/:webhookId',
      {
        config: { permission: 'webhooks:read' },
        schema: {
          summary: 'Read a webhook',
          tags,
          params: WebhookParams,
          response: { 200: WebhookResponse },
        },
      },
      async ({ accountId, params: { webhookId } }, reply) => {
        const webhook = withTag(await findWebhook(database, { accountId, webhookId }))
        return await reply.header('etag', webhook.etag).send({ webhook })
      },
    )

    app.patch(
      '/webhooks/:webhookId',
      {
        config: { permission: 'webhooks:write' },
        schema: {
          summary: 'Change a webhook',
          description:
            'Fields that are absent stay as they are. Pending deliveries go to a new URL, and fail when you disable ' +
            'the webhook. With If-Match, the response is 412 when the webhook is neither the expected one nor equal to ' +
            'the result of the change.',
          tags,
          headers: RestorePrecondition,
          params: WebhookParams,
          body: WebhookChangeBody,
          response: { 200: WebhookResponse, ...failures(412, ...(isPreconditionRequired ? [428] : [])) },
        },
      },
      async ({ accountId, headers, params: { webhookId }, body }, reply) => {
        const expectedVersion =
          parsePreconditions(headers, { isRequired: isPreconditionRequired }) ?? undefined
        requirePlainText({ description: body.description })
        const ref = { accountId, webhookId }
        const options = { policy: webhooks.transport, expectedVersion }
        const webhook = withTag(await updateWebhook(database, ref, body, options))
        return await reply.header('etag', webhook.etag).send({ webhook })
      },
    )

    app.post(
      '/webhooks/:webhookId/rotate',
      {
        config: { permission: 'webhooks:write' },
        schema: {
          summary: 'Replace the secret of a webhook',
          description: 'During the overlap, each event has a signature with both secrets.',
          tags,
          params: WebhookParams,
          body: RotationBody,
          response: { 200: WebhookWithSecret },
        },
      },
      async ({ accountId, params: { webhookId }, body: { overlapHours } }, reply) => {
        const rotated = withTag(await rotateSecret(database, { accountId, webhookId, overlapHours }))
        return await reply.headers(secretHeaders(rotated)).send(rotated)
      },
    )

    app.delete(
      '/webhooks/:webhookId',
      {
        config: { permission: 'webhooks:write' },
        schema: {
          summary: 'Delete a webhook permanently',
          description: 'Its pending deliveries are dropped.',
          tags,
          params: WebhookParams,
          response: { 200: WebhookRemoved },
        },
      },
      async ({ accountId, params: { webhookId } }) => {
        await removeWebhook(database, { accountId, webhookId })
        return { message: 'The webhook was deleted.', webhookId }
      },
    )
  }
}

function withTag<Fields extends Webhook>(webhook: Fields): Fields & { etag: string } {
  return { ...webhook, etag: tagOf(webhook.version) }
}

function secretHeaders({ etag }: { etag: string }): Record<string, string> {
  return { etag, 'cache-control': 'no-store' }
}
