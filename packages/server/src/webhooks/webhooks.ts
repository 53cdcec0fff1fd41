import { randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { type Database, inTransaction } from '../database/database.ts'
import { one, oneOrNotFound } from '../database/rows.ts'
import { findOrCreateSecret } from '../database/secrets.ts'
import { Refusal } from '@platen/template/refusal'
import { validateWebhookUrl, type WebhookPolicy } from './destination.ts'
import { type EventType, inOrder } from './events.ts'
import { deriveSecret } from './signature.ts'

/** Reasons why a webhook is disabled: by a user, by a 410 of its server, or after days of failures. */
export const DISABLED_REASONS = ['user', 'gone', 'failing'] as const

/** Webhook of an account: a URL that receives events. */
export interface Webhook {
  webhookId: string
  url: string
  description: string
  events: EventType[]
  isEnabled: boolean
  disabledAt: Date | null
  disabledReason: (typeof DISABLED_REASONS)[number] | null
  /** Time of the first failed attempt since the last success; `null` otherwise. */
  failingSince: Date | null
  /** Time until which the secret before the last rotation signs as well; `null` otherwise. */
  previousSecretUntil: Date | null
  createdAt: Date
  updatedAt: Date
  /** SHA-256 of the fields that a user can change. */
  version: string
}

/** A webhook with its secret, which cannot be read again. */
export type WebhookWithSecret = Webhook & { secret: string }

/** Fields of a new webhook. */
export interface NewWebhook {
  url: string
  description?: string | undefined
  events: readonly EventType[]
}

/** Names one webhook of an account. */
export interface WebhookRef {
  accountId: string
  webhookId: string
}

// Few enough to list on one page.
const WEBHOOKS_MAX = 10
const SALT_BYTES = 16

/** Returns the secret from which the secrets of all webhooks are derived. */
export async function findWebhookSecret(database: Database): Promise<Buffer> {
  return await findOrCreateSecret(database, 'webhooks')
}

/** Returns the webhooks of an account, the oldest first. */
export async function listWebhooks(database: Database, accountId: string): Promise<Webhook[]> {
  const { rows } = await sql<Webhook>`
    select ${COLUMNS} from webhooks where account_id = ${accountId} order by created_at, webhook_id`.execute(
    database,
  )
  return rows
}

/** Returns a webhook. @throws {Refusal} `not-found`. */
export async function findWebhook(database: Database, ref: WebhookRef): Promise<Webhook> {
  const { rows } = await sql<Webhook>`select ${COLUMNS} from webhooks where ${isWebhook(ref)}`.execute(
    database,
  )
  return oneOrNotFound(rows, NOT_FOUND)
}

/**
 * Creates a webhook with a new secret.
 * @throws {Refusal} `invalid` when the egress policy rejects the URL; `limit-reached`.
 */
export async function createWebhook(
  database: Database,
  {
    accountId,
    policy,
    url,
    description = '',
    events,
  }: { accountId: string; policy: WebhookPolicy } & NewWebhook,
): Promise<WebhookWithSecret> {
  const address = await validateWebhookUrl(url, policy)
  const salt = randomBytes(SALT_BYTES)
  const [created] = await inTransaction(database, async (transaction) => {
    // The lock makes the limit exact.
    await sql`select 1 from accounts where account_id = ${accountId} for no key update`.execute(transaction)
    const { rows } = await sql<Webhook>`
      insert into webhooks (account_id, url, description, events, salt)
      select ${accountId}, ${address}, ${description}, ${inOrder(events)}, ${salt}
      where (select count(*) from webhooks where account_id = ${accountId}) < ${WEBHOOKS_MAX}
      returning ${COLUMNS}`.execute(transaction)
    return rows
  })
  if (!created) {
    throw new Refusal(
      'limit-reached',
      `This account has ${WEBHOOKS_MAX} webhooks, which is the limit. Delete a webhook before you create another.`,
    )
  }
  return { ...created, secret: deriveSecret(await findWebhookSecret(database), salt) }
}

/** Removes a webhook. Its pending deliveries fail. @throws {Refusal} `not-found`. */
export async function removeWebhook(database: Database, ref: WebhookRef): Promise<void> {
  const { rows } = await sql<{ webhookId: string }>`
    with removed as (
      delete from webhooks where ${isWebhook(ref)} returning webhook_id
    ), ended as (${failPending(sql`removed`, REMOVED)})
    select webhook_id from removed`.execute(database)
  oneOrNotFound(rows, NOT_FOUND)
}

/**
 * Replaces the secret of a webhook. The old secret signs as well for `overlapHours`, in which the receiver can be changed
 * to the new one.
 * @throws {Refusal} `not-found`.
 */
export async function rotateSecret(
  database: Database,
  { overlapHours, ...ref }: WebhookRef & { overlapHours: number },
): Promise<WebhookWithSecret> {
  const salt = randomBytes(SALT_BYTES)
  const overlaps = sql`${overlapHours}::int > 0`
  const { rows } = await sql<Webhook>`
    update webhooks set salt = ${salt}, updated_at = ${NOW},
      previous_salt = case when ${overlaps} then salt end,
      previous_salt_until = case when ${overlaps} then now() + ${overlapHours} * interval '1 hour' end
    where ${isWebhook(ref)} returning ${COLUMNS}`.execute(database)
  const rotated = oneOrNotFound(rows, NOT_FOUND)
  return { ...rotated, secret: deriveSecret(await findWebhookSecret(database), salt) }
}

/** Fields of a webhook to change. Absent fields stay as they are. */
export interface WebhookChange {
  url?: string | undefined
  description?: string | undefined
  events?: readonly EventType[] | undefined
  isEnabled?: boolean | undefined
}

/**
 * Changes a webhook. Pending deliveries go to the new URL, or fail when the webhook is disabled.
 * @param options.expectedVersion version that the author has read; `undefined` for no check.
 * @throws {Refusal} `invalid` when the egress policy rejects the URL; `not-found`; `changed`.
 */
export async function updateWebhook(
  database: Database,
  { accountId, webhookId }: WebhookRef,
  change: WebhookChange,
  { policy, expectedVersion }: { policy: WebhookPolicy; expectedVersion: string | undefined },
): Promise<Webhook> {
  const ref = { accountId, webhookId }
  const url = change.url === undefined ? null : await validateWebhookUrl(change.url, policy)
  const next = {
    url: sql`coalesce(${url}, url)`,
    description: sql`coalesce(${change.description ?? null}, description)`,
    events: sql`coalesce(${change.events ? inOrder(change.events) : null}::text[], events)`,
    isEnabled: sql`coalesce(${change.isEnabled ?? null}::boolean, disabled_at is null)`,
  }
  const { rows } = await sql<Webhook>`
    with updated as (
      update webhooks set url = ${next.url}, description = ${next.description}, events = ${next.events},
        updated_at = ${NOW},
        disabled_at = case when not ${next.isEnabled} then coalesce(disabled_at, now()) end,
        disabled_reason = case when not ${next.isEnabled} then coalesce(disabled_reason, 'user') end,
        failing_since = case when ${next.url} = url and (disabled_at is null or not ${next.isEnabled}) then failing_since end
      where ${isWebhook(ref)}
        and (coalesce(${expectedVersion ?? null} = ${versionOf(CURRENT)}, true)
          or ${versionOf(CURRENT)} = ${versionOf(next)})
      returning *
    ), ended as (${failPending(sql`(select webhook_id from updated where disabled_at is not null)`, DISABLED)})
    select ${COLUMNS} from updated`.execute(database)
  if (rows.length > 0) return one(rows)
  const { updatedAt } = await findWebhook(database, ref)
  throw new Refusal(
    'changed',
    `The webhook was changed at ${updatedAt.toISOString()}, after you read it. Your changes were not saved.`,
  )
}

const NOT_FOUND = 'This webhook does not exist.'
/** Reason of the pending deliveries of a removed webhook. */
export const REMOVED = 'the webhook was removed'
/** Reason of the pending deliveries of a disabled webhook. */
export const DISABLED = 'the webhook is disabled'

/** Returns SQL that fails the pending deliveries of webhooks. @param webhooks query or name of one with `webhook_id`. */
export function failPending(webhooks: RawBuilder<unknown>, reason: string): RawBuilder<unknown> {
  return sql`
    update webhook_deliveries set status = 'failed', sending = false, next_attempt_at = null, ended_at = now(),
      reason = ${reason}
    from ${webhooks} ended_webhooks
    where webhook_deliveries.webhook_id = ended_webhooks.webhook_id and status = 'pending'`
}

function isWebhook({ accountId, webhookId }: WebhookRef): RawBuilder<unknown> {
  return sql`account_id = ${accountId} and webhook_id = ${webhookId}`
}

/** Returns SQL for the version of a webhook: the SHA-256 of the fields that a user can change. */
function versionOf(fields: Record<'url' | 'description' | 'events' | 'isEnabled', RawBuilder<unknown>>) {
  const { url, description, events, isEnabled } = fields
  return sql`encode(sha256(convert_to(json_build_array(${url}, ${description}, ${events}, ${isEnabled})::text, 'UTF8')), 'hex')`
}

const CURRENT = {
  url: sql`url`,
  description: sql`description`,
  events: sql`events`,
  isEnabled: sql`disabled_at is null`,
}
// In milliseconds, which is the precision of the times that attempts compare.
const NOW = sql`date_trunc('milliseconds', now())`
const COLUMNS = sql`webhook_id, url, description, events, disabled_at is null as "isEnabled", disabled_at, disabled_reason,
  failing_since, case when previous_salt_until > now() then previous_salt_until end as "previousSecretUntil",
  created_at, updated_at, ${versionOf(CURRENT)} as version`
