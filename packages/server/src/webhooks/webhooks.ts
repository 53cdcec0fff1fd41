import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { findOrCreateSecret } from '../database/secrets.ts'
import { Refusal } from '@platen/template/refusal'
import { validateWebhookUrl, type WebhookPolicy } from './destination.ts'
import { deriveSecret } from './signature.ts'

/** Webhook of an account, which receives an event when a job ends. */
export interface Webhook {
  url: string
  setAt: Date
  /** Time when deliveries stopped because the server answered 410; `null` otherwise. */
  disabledAt: Date | null
}

const SALT_BYTES = 16

/**
 * Sets the only webhook of an account, with a new secret. Replaces an existing webhook, and enables it. Pending
 * deliveries go to the new address.
 * @returns the secret, which cannot be read again.
 * @throws {Refusal} `invalid` when the egress policy rejects the address.
 */
export async function setWebhook(
  database: Database,
  { accountId, url, policy }: { accountId: string; url: string; policy: WebhookPolicy },
): Promise<{ url: string; secret: string }> {
  const address = await validateWebhookUrl(url, policy)
  const salt = randomBytes(SALT_BYTES)
  await sql`
    insert into webhooks (account_id, url, salt) values (${accountId}, ${address}, ${salt})
    on conflict (account_id) do update
      set url = excluded.url, salt = excluded.salt, set_at = now(), disabled_at = null`.execute(database)
  return { url: address, secret: deriveSecret(await findWebhookSecret(database), salt) }
}

/** Returns the secret from which the secrets of all webhooks are derived. */
export async function findWebhookSecret(database: Database): Promise<Buffer> {
  return await findOrCreateSecret(database, 'webhooks')
}

/** Returns the webhook of an account. @throws {Refusal} `not-found`. */
export async function findWebhook(database: Database, accountId: string): Promise<Webhook> {
  const webhook = await findWebhookIfSet(database, accountId)
  if (!webhook) throw webhookNotFound()
  return webhook
}

/** Returns the webhook of an account; `null` when it has none. */
export async function findWebhookIfSet(database: Database, accountId: string): Promise<Webhook | null> {
  const { rows } = await sql<Webhook>`
    select url, set_at, disabled_at
    from webhooks where account_id = ${accountId}`.execute(database)
  return rows[0] ?? null
}

/** Deletes the webhook of an account. Pending deliveries fail. @throws {Refusal} `not-found`. */
export async function removeWebhook(database: Database, accountId: string): Promise<void> {
  const { rows } = await sql`
    with removed as (
      delete from webhooks where account_id = ${accountId} returning account_id
    ), ended as (
      update webhook_deliveries set status = 'failed', sending = false, next_attempt_at = null, ended_at = now(),
        reason = 'the webhook was removed'
      from removed where webhook_deliveries.account_id = removed.account_id and status = 'pending'
    )
    select 1 from removed`.execute(database)
  if (rows.length === 0) throw webhookNotFound()
}

/**
 * Disables a webhook whose server answered 410, unless it was set again meanwhile. Pending deliveries fail.
 * @param webhook `salt` identifies the setting of the webhook.
 */
export async function disableWebhook(
  database: Database,
  webhook: { accountId: string; salt: Buffer },
): Promise<void> {
  const { accountId, salt } = webhook
  await sql`
    with disabled as (
      update webhooks set disabled_at = now()
      where account_id = ${accountId} and salt = ${salt} and disabled_at is null
      returning account_id
    )
    update webhook_deliveries set status = 'failed', sending = false, next_attempt_at = null, ended_at = now(),
      reason = 'the webhook is disabled'
    from disabled where webhook_deliveries.account_id = disabled.account_id and status = 'pending'`.execute(
    database,
  )
}

function webhookNotFound(): Refusal {
  return new Refusal('not-found', 'This account has no webhook.')
}
