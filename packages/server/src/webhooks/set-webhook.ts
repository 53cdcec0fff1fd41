import type { Database } from '../database/database.ts'
import { Refusal } from '@platen/template/refusal'
import type { WebhookPolicy } from './destination.ts'
import {
  createWebhook,
  findWebhook,
  listWebhooks,
  rotateSecret,
  updateWebhook,
  type Webhook,
  type WebhookWithSecret,
} from './webhooks.ts'

/**
 * Sets the URL of a webhook, with a new secret, and enables it. The secret before stops working. Pending deliveries go to
 * the new URL. Creates a webhook for the events of jobs when the account has none.
 * @param request `webhookId`: default is the only webhook of the account.
 * @throws {Refusal} `invalid` when the egress policy rejects the URL, or when the account has several webhooks;
 * `not-found`.
 */
export async function setWebhook(
  database: Database,
  request: { accountId: string; webhookId?: string | undefined; url: string; policy: WebhookPolicy },
): Promise<WebhookWithSecret> {
  const { accountId, webhookId, url, policy } = request
  const existing = await findOnlyWebhook(database, accountId, webhookId)
  if (!existing)
    return await createWebhook(database, { accountId, url, policy, events: ['job.completed', 'job.failed'] })
  const ref = { accountId, webhookId: existing.webhookId }
  await updateWebhook(database, ref, { url, isEnabled: true }, { policy, expectedVersion: undefined })
  return await rotateSecret(database, { ...ref, overlapHours: 0 })
}

/**
 * Returns a webhook of an account: by its id, or without an id the only one. `undefined` when the account has none.
 * @throws {Refusal} `invalid` when the account has several; `not-found` for an unknown id.
 */
export async function findOnlyWebhook(
  database: Database,
  accountId: string,
  webhookId?: string,
): Promise<Webhook | undefined> {
  if (webhookId !== undefined) return await findWebhook(database, { accountId, webhookId })
  const webhooks = await listWebhooks(database, accountId)
  if (webhooks.length <= 1) return webhooks[0]
  const ids = webhooks.map((webhook) => `${webhook.webhookId}  ${webhook.url}`)
  throw new Refusal(
    'invalid',
    `This account has ${webhooks.length} webhooks. Select one by its id:\n${ids.join('\n')}`,
  )
}
