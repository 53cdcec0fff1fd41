import { setTimeout as delay } from 'node:timers/promises'
import type { ServerCall } from './operator.ts'
import { findAccountByIdOrEmail } from '../accounts/accounts.ts'
import { type Config, publicUrls } from '../config.ts'
import type { Database } from '../database/database.ts'
import { createJobQueue } from '../jobs/queue.ts'
import { resolveByDns } from '@platen/renderer/egress/destinations'
import { withDeniedHosts, compileRules } from '@platen/renderer/egress/rules'
import { type WebhookDelivery, findDelivery, listDeliveries, queueTestEvent } from '../webhooks/deliveries.ts'
import { findWebhook, removeWebhook, setWebhook } from '../webhooks/webhooks.ts'
import { QUIET, withDatabase } from './database.ts'
import { type CommandDefinitions, examples, table } from '@platen/cli/command'
import { formatTime } from '@platen/cli/output/times'

// An attempt takes up to 10 s and may wait for other deliveries.
const TEST_LIMIT_MS = 20_000
const POLL_MS = 200
const ACCOUNT = ['--account <ACCOUNT>', 'User id or e-mail address of the account.'] as const

export const webhookCommands: CommandDefinitions<ServerCall> = {
  'webhooks set': (command, run) =>
    command
      .description(
        'Replaces the address and prints the secret that signs the events. The secret is shown only once. Setting the address again creates a new secret.',
      )
      .requiredOption(...ACCOUNT)
      .requiredOption(
        '--url <URL>',
        'Address that receives the events. It begins with https://, or with http:// for a host in EGRESS_ALLOW.',
      )
      .addHelpText(
        'after',
        examples('platen webhooks set --account ada@example.com --url https://example.com/platen'),
      )
      .action(({ account, url }) =>
        run(async ({ config }) => {
          const { rendering } = config
          const { baseUrl, billingUrl } = publicUrls(config)
          const operator = compileRules(withDeniedHosts(rendering.egress, [baseUrl, billingUrl]))
          const policy = { operator, resolve: resolveByDns }
          const webhook = await withAccount(config, account, (database, accountId) =>
            setWebhook(database, { accountId, url, policy }),
          )
          return {
            text: `${webhook.secret}\n\nCopy the secret now. It is not shown again. Job events are now sent to ${webhook.url}`,
            json: webhook,
          }
        }),
      ),
  'webhooks show': (command, run) =>
    command
      .requiredOption(...ACCOUNT)
      .addHelpText('after', examples('platen webhooks show --account ada@example.com'))
      .action(({ account }) =>
        run(async ({ config }) => {
          const { url, setAt, disabledAt } = await withAccount(config, account, findWebhook)
          const since = disabledAt?.toISOString() ?? null
          const state =
            since === null ? 'Enabled.' : `Disabled since ${formatTime(since)}: its server answered 410.`
          return {
            text: `${url}, set at ${formatTime(setAt)}. ${state}`,
            json: { url, setAt: setAt.toISOString(), disabledAt: since },
          }
        }),
      ),
  'webhooks remove': (command, run) =>
    command
      .requiredOption(...ACCOUNT)
      .addHelpText('after', examples('platen webhooks remove --account ada@example.com'))
      .action(({ account }) =>
        run(async ({ config }) => {
          await withAccount(config, account, removeWebhook)
          return { text: 'Removed the webhook.', json: { removed: true } }
        }),
      ),
  'webhooks deliveries': (command, run) =>
    command
      .requiredOption(...ACCOUNT)
      .addHelpText('after', examples('platen webhooks deliveries --account ada@example.com'))
      .action(({ account }) =>
        run(async ({ config }) => {
          const deliveries = await withAccount(config, account, listDeliveries)
          return {
            text:
              deliveries.length === 0
                ? 'No deliveries yet. "platen webhooks test" sends a test event.'
                : deliveryTable(deliveries),
            json: deliveries.map(deliveryJson),
          }
        }),
      ),
  'webhooks test': (command, run) =>
    command
      .description('Exits with 1 if the event was not delivered.')
      .requiredOption(...ACCOUNT)
      .addHelpText('after', examples('platen webhooks test --account ada@example.com'))
      .action(({ account }) =>
        run(async ({ config }) => {
          const delivery = await withAccount(config, account, async (database, accountId, databaseUrl) => {
            await using queue = await createJobQueue({ databaseUrl, database, works: false, log: QUIET })
            const { deliveryId } = await queueTestEvent({ database, queue }, accountId)
            return await waitForEnd(database, accountId, deliveryId)
          })
          return {
            text: formatTestResult(delivery),
            json: deliveryJson(delivery),
            failed: delivery.status !== 'delivered',
          }
        }),
      ),
}

async function withAccount<Result>(
  config: Config,
  name: string,
  work: (database: Database, accountId: string, databaseUrl: string) => Promise<Result>,
): Promise<Result> {
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

async function waitForEnd(
  database: Database,
  accountId: string,
  deliveryId: string,
): Promise<WebhookDelivery> {
  const deadline = Date.now() + TEST_LIMIT_MS
  for (;;) {
    const delivery = await findDelivery(database, accountId, deliveryId)
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
  return {
    id,
    ...fields,
    createdAt: createdAt.toISOString(),
    lastAttemptAt: lastAttemptAt?.toISOString() ?? null,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
  }
}
