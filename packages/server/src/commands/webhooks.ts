import { setTimeout as delay } from 'node:timers/promises'
import type { ServerCall, ServerCommand } from './operator.ts'
import { findAccountByIdOrEmail } from '../accounts/accounts.ts'
import { publicUrls } from '../config.ts'
import type { Database } from '../database/database.ts'
import { createJobQueue } from '../jobs/queue.ts'
import { resolveByDns } from '@platen/renderer/egress/destinations'
import { withDeniedHosts, compileRules } from '@platen/renderer/egress/rules'
import { type WebhookDelivery, findDelivery, listDeliveries, queueTestEvent } from '../webhooks/deliveries.ts'
import { findWebhook, removeWebhook, setWebhook } from '../webhooks/webhooks.ts'
import { positionals, required, table } from '@platen/cli/command'
import { QUIET, withDatabase } from './database.ts'
import { formatTime } from '@platen/cli/output/times'

// An attempt takes up to 10 s and may wait for other deliveries.
const TEST_LIMIT_MS = 20_000
const POLL_MS = 200
const ACCOUNT = {
  account: { type: 'string', help: 'User id or e-mail address of the account.' },
} as const

export const webhookCommands: ServerCommand[] = [
  {
    name: 'webhooks set',
    help: 'Replaces the address and prints the secret that signs the events. The secret is shown only once. Setting the address again creates a new secret.',
    options: {
      ...ACCOUNT,
      url: {
        type: 'string',
        help: 'Address that receives the events. It begins with https://, or with http:// for a host in EGRESS_ALLOW.',
      },
    },
    async run(call) {
      const url = required(call, 'url')
      const { rendering } = call.config
      const { baseUrl, billingUrl } = publicUrls(call.config)
      const operator = compileRules(withDeniedHosts(rendering.egress, [baseUrl, billingUrl]))
      const policy = { operator, resolve: resolveByDns }
      const webhook = await withAccount(call, (database, accountId) =>
        setWebhook(database, { accountId, url, policy }),
      )
      return {
        text: `${webhook.secret}\n\nCopy the secret now. It is not shown again. Job events are now sent to ${webhook.url}`,
        json: webhook,
      }
    },
  },
  {
    name: 'webhooks show',
    options: ACCOUNT,
    async run(call) {
      const { url, setAt, disabledAt } = await withAccount(call, findWebhook)
      const since = disabledAt?.toISOString() ?? null
      const state =
        since === null ? 'Enabled.' : `Disabled since ${formatTime(since)}: its server answered 410.`
      return {
        text: `${url}, set at ${formatTime(setAt)}. ${state}`,
        json: { url, setAt: setAt.toISOString(), disabledAt: since },
      }
    },
  },
  {
    name: 'webhooks remove',
    options: ACCOUNT,
    async run(call) {
      await withAccount(call, removeWebhook)
      return { text: 'Removed the webhook.', json: { removed: true } }
    },
  },
  {
    name: 'webhooks deliveries',
    options: ACCOUNT,
    async run(call) {
      const deliveries = await withAccount(call, listDeliveries)
      const rows = deliveries.map((delivery) => [
        delivery.deliveryId,
        delivery.event,
        delivery.status,
        String(delivery.attempts),
        delivery.responseStatus === null ? '' : String(delivery.responseStatus),
        formatTime(delivery.createdAt),
        delivery.nextAttemptAt ? formatTime(delivery.nextAttemptAt) : '',
        delivery.reason ?? '',
      ])
      const header = ['ID', 'EVENT', 'STATUS', 'ATTEMPTS', 'RESPONSE', 'CREATED', 'NEXT ATTEMPT', 'REASON']
      return {
        text:
          rows.length === 0
            ? 'No deliveries yet. "platen webhooks test" sends a test event.'
            : table(header, rows),
        json: deliveries.map(deliveryJson),
      }
    },
  },
  {
    name: 'webhooks test',
    options: ACCOUNT,
    async run(call) {
      const delivery = await withAccount(call, async (database, accountId, databaseUrl) => {
        await using queue = await createJobQueue({ databaseUrl, database, works: false, log: QUIET })
        const { deliveryId } = await queueTestEvent({ database, queue }, accountId)
        return await waitForEnd(database, accountId, deliveryId)
      })
      return {
        text: formatTestResult(delivery),
        json: deliveryJson(delivery),
        failed: delivery.status !== 'delivered',
      }
    },
  },
]

async function withAccount<Result>(
  call: ServerCall,
  work: (database: Database, accountId: string, databaseUrl: string) => Promise<Result>,
): Promise<Result> {
  positionals(call)
  const name = required(call, 'account')
  return await withDatabase(call.config, async (database, databaseUrl) => {
    const { accountId } = await findAccountByIdOrEmail(database, name)
    return await work(database, accountId, databaseUrl)
  })
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
