import { setTimeout as delay } from 'node:timers/promises'
import { Refusal } from '@platen/template/refusal'
import type { ServerCall } from './operator.ts'
import { findAccountByIdOrEmail } from '../accounts/accounts.ts'
import { type Config, publicUrls } from '../config.ts'
import type { Database } from '../database/database.ts'
import { isUuid } from '../http/schemas/params.ts'
import { createJobQueue } from '../jobs/queue.ts'
import { resolveByDns } from '@platen/renderer/egress/destinations'
import { withDeniedHosts, compileRules } from '@platen/renderer/egress/rules'
import { type WebhookDelivery, findDelivery, listDeliveries, queueTestEvent } from '../webhooks/deliveries.ts'
import { findOnlyWebhook, setWebhook } from '../webhooks/set-webhook.ts'
import { removeWebhook, type Webhook, type WebhookRef } from '../webhooks/webhooks.ts'
import { QUIET, withDatabase } from './database.ts'
import { type CommandDefinitions, examples, type Result, table, UsageError } from '@platen/cli/command'
import { formatTime } from '@platen/cli/output/times'

// An attempt takes up to 10 s and may wait for other deliveries.
const TEST_LIMIT_MS = 20_000
const POLL_MS = 200
const LISTED_MAX = 100
const ACCOUNT = ['--account <ACCOUNT>', 'User id or e-mail address of the account.'] as const
const WEBHOOK = ['--webhook <WEBHOOK_ID>', 'Id of the webhook, if the account has several.'] as const

/** Commands for the webhooks of any account, on the host of the service. */
export const webhookCommands: CommandDefinitions<ServerCall> = {
  'webhooks set': (command, run) =>
    command
      .description(
        'For the operator. Replaces the address of a webhook and prints the secret that signs its events. The secret is shown only once. Setting the address again creates a new secret. Creates a webhook for the events of jobs if the account has none.',
      )
      .requiredOption(...ACCOUNT)
      .requiredOption(
        '--url <URL>',
        'Address that receives the events. It begins with https://, or with http:// for a host in EGRESS_ALLOW.',
      )
      .option(...WEBHOOK)
      .addHelpText(
        'after',
        examples('platen webhooks set --account ada@example.com --url https://example.com/platen'),
      )
      .action(({ account, url, webhook: webhookId }) =>
        run(async ({ config }) => {
          const { rendering } = config
          const { baseUrl, billingUrl } = publicUrls(config)
          const operator = compileRules(withDeniedHosts(rendering.egress, [baseUrl, billingUrl]))
          const policy = { operator, resolve: resolveByDns }
          const webhook = await withAccount(config, account, (database, accountId) =>
            setWebhook(database, { accountId, webhookId, url, policy }),
          )
          return {
            text: `${webhook.secret}\n\nCopy the secret now. It is not shown again. Events are now sent to ${webhook.url}`,
            json: { webhookId: webhook.webhookId, url: webhook.url, secret: webhook.secret },
          }
        }),
      ),
  'webhooks show': (command, run) =>
    command
      .description('For the operator.')
      .requiredOption(...ACCOUNT)
      .option(...WEBHOOK)
      .addHelpText('after', examples('platen webhooks show --account ada@example.com'))
      .action(({ account, webhook: webhookId }) =>
        run(async ({ config }) => {
          const webhook = await withAccount(config, account, (database, accountId) =>
            requireWebhook(database, accountId, webhookId),
          )
          const { url, description, events, isEnabled, disabledReason } = webhook
          const [setAt, disabledAt] = [
            webhook.updatedAt.toISOString(),
            webhook.disabledAt?.toISOString() ?? null,
          ]
          return {
            text: `${url}, set at ${formatTime(setAt)}. Events: ${events.join(', ')}. ${stateOf(webhook)}`,
            json: {
              webhookId: webhook.webhookId,
              url,
              description,
              events,
              isEnabled,
              disabledReason,
              setAt,
              disabledAt,
            },
          }
        }),
      ),
  'webhooks remove': (command, run) =>
    command
      .description('For the operator.')
      .requiredOption(...ACCOUNT)
      .option(...WEBHOOK)
      .addHelpText('after', examples('platen webhooks remove --account ada@example.com'))
      .action(({ account, webhook }) =>
        run(async ({ config }) => {
          await withAccount(config, account, async (database, accountId) => {
            const { webhookId } = await requireWebhook(database, accountId, webhook)
            await removeWebhook(database, { accountId, webhookId })
          })
          return { text: 'Removed the webhook.', json: { removed: true } }
        }),
      ),
}

/** Functions for the webhooks of any account. Without an id, the account must have one webhook. */
export interface OperatorWebhooks {
  deliveries(account: string, webhookId: string | undefined): Promise<Result>
  test(account: string, webhookId: string | undefined): Promise<Result>
}

/** Creates the functions for the database of a service. */
export function operatorWebhooks(config: Config): OperatorWebhooks {
  return {
    async deliveries(account, webhook) {
      const deliveries = await withAccount(config, account, async (database, accountId) => {
        const { webhookId } = await requireWebhook(database, accountId, webhook)
        return (await listDeliveries(database, { accountId, webhookId }, { limit: LISTED_MAX })).rows
      })
      return {
        text:
          deliveries.length === 0
            ? 'No deliveries yet. "platen webhooks test" sends a test event.'
            : deliveryTable(deliveries),
        json: deliveries.map(deliveryJson),
      }
    },
    async test(account, webhook) {
      const delivery = await withAccount(config, account, async (database, accountId, databaseUrl) => {
        const { webhookId } = await requireWebhook(database, accountId, webhook)
        await using queue = await createJobQueue({ databaseUrl, database, works: false, log: QUIET })
        const { deliveryId } = await queueTestEvent({ database, queue }, { accountId, webhookId })
        return await waitForEnd(database, { accountId, webhookId }, deliveryId)
      })
      return {
        text: formatTestResult(delivery),
        json: deliveryJson(delivery),
        failed: delivery.status !== 'delivered',
      }
    },
  }
}

async function requireWebhook(
  database: Database,
  accountId: string,
  webhookId: string | undefined,
): Promise<Webhook> {
  if (webhookId !== undefined && !isUuid(webhookId))
    throw new UsageError('The webhook must be named by its id.')
  const webhook = await findOnlyWebhook(database, accountId, webhookId)
  if (!webhook) throw new Refusal('not-found', 'This account has no webhook.')
  return webhook
}

function stateOf({ disabledAt, disabledReason }: Webhook): string {
  if (disabledAt === null) return 'Enabled.'
  const reasons = {
    user: 'by a user',
    gone: 'its server answered 410',
    failing: 'no event could be delivered for days',
  }
  return `Disabled since ${formatTime(disabledAt)}: ${reasons[disabledReason ?? 'user']}.`
}

async function withAccount<Value>(
  config: Config,
  name: string,
  work: (database: Database, accountId: string, databaseUrl: string) => Promise<Value>,
): Promise<Value> {
  return await withDatabase(config, async (database, databaseUrl) => {
    const { accountId } = await findAccountByIdOrEmail(database, name)
    return await work(database, accountId, databaseUrl)
  })
}

function deliveryTable(deliveries: readonly WebhookDelivery[]): string {
  return table(
    ['ID', 'EVENT', 'STATUS', 'ATTEMPTS', 'RESPONSE', 'CREATED', 'NEXT ATTEMPT', 'REASON'],
    deliveries.map((delivery) => [
      delivery.deliveryId,
      delivery.event,
      delivery.status,
      String(delivery.attempts),
      delivery.responseStatus === null ? '' : String(delivery.responseStatus),
      formatTime(delivery.createdAt),
      delivery.nextAttemptAt ? formatTime(delivery.nextAttemptAt) : '',
      delivery.reason ?? '',
    ]),
  )
}

async function waitForEnd(database: Database, ref: WebhookRef, deliveryId: string): Promise<WebhookDelivery> {
  const deadline = Date.now() + TEST_LIMIT_MS
  for (;;) {
    const delivery = await findDelivery(database, { ...ref, deliveryId })
    if (delivery.status !== 'pending' || Date.now() > deadline) return delivery
    await delay(POLL_MS)
  }
}

function formatTestResult({ deliveryId, status, responseStatus, reason }: WebhookDelivery): string {
  if (status === 'delivered')
    return `Delivered: the server answered ${responseStatus}. Delivery id: ${deliveryId}`
  if (status === 'failed') {
    const answer = responseStatus === null ? '' : ` (${responseStatus})`
    return `Not delivered: ${reason}${answer}. Delivery id: ${deliveryId}`
  }
  return `Not delivered yet. Check that the service runs with a worker. Delivery id: ${deliveryId}`
}

function deliveryJson({
  deliveryId: id,
  createdAt,
  lastAttemptAt,
  nextAttemptAt,
  endedAt,
  ...fields
}: WebhookDelivery) {
  const { webhookId, event, jobId, status, attempts, responseStatus, reason } = fields
  return {
    id,
    webhookId,
    event,
    jobId,
    status,
    attempts,
    responseStatus,
    reason,
    createdAt: createdAt.toISOString(),
    lastAttemptAt: lastAttemptAt?.toISOString() ?? null,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
  }
}
