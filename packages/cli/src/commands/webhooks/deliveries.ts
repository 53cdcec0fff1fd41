import { setTimeout as delay } from 'node:timers/promises'
import type { WebhookDelivery, WebhookDeliveryDetail } from '@platen/client'
import type { CallerCall } from '../../caller.ts'
import {
  type CommandDefinitions,
  examples,
  Option,
  type Result,
  table,
  UsageError,
  wholeNumber,
} from '../../command.ts'
import { loadOptional } from '../../optional-packages.ts'
import { showProgress } from '../../output/progress.ts'
import { formatCount, withoutControls } from '../../output/texts.ts'
import { formatTime } from '../../output/times.ts'
import { findWebhook } from './find-webhook.ts'

const STATUSES = ['pending', 'delivered', 'failed'] as const
const LIMIT_MAX = 100
// An attempt takes up to 10 s and may wait for other deliveries.
const TEST_LIMIT_MS = 20_000
const POLL_MS = 500
const WEBHOOK = ['[WEBHOOK]', 'Id or URL of the webhook. Default: the only webhook of the account.'] as const

const account = () =>
  new Option(
    '--account <ACCOUNT>',
    'For the operator: user id or e-mail address of the account, on the host of the service.',
  )

/** Commands for the deliveries of a webhook. With `--account` they are the operator's and use the database. */
export const deliveryCommands: CommandDefinitions<CallerCall> = {
  'webhooks deliveries': (command, run) =>
    command
      .argument(...WEBHOOK)
      .addOption(new Option('--status <STATUS>', 'Only deliveries with this status.').choices(STATUSES))
      .option(
        '--limit <NUMBER>',
        `Number of deliveries, at most ${LIMIT_MAX}. Default: 50.`,
        wholeNumber({ min: 1, max: LIMIT_MAX }),
      )
      .option('--cursor <CURSOR>', 'Continue the list: the cursor that the previous call printed.')
      .option('--id <DELIVERY_ID>', 'Show one delivery with its attempts and the responses.')
      .addOption(account().conflicts(['status', 'limit', 'cursor', 'id']))
      .addHelpText(
        'after',
        examples(
          'platen webhooks deliveries --status failed',
          'platen webhooks deliveries --id 0b0c6f0e-6d1f-4c56-9d1e-3c1b7a2f9e10',
          'platen webhooks deliveries --account ada@example.com',
        ),
      )
      .action((name, { account, id, ...filter }) =>
        run(async (call) => {
          if (account !== undefined) return await (await operator(call)).deliveries(account, name)
          const { webhookId } = await findWebhook(call, name)
          const { webhooks } = await call.client()
          if (id !== undefined) {
            const delivery = await webhooks.delivery(webhookId, id, { signal: call.signal })
            return { text: formatDelivery(delivery), json: delivery }
          }
          const page = await webhooks.deliveries(webhookId, filter, { signal: call.signal })
          const more = page.nextCursor === null ? '' : `\n\nMore deliveries: --cursor ${page.nextCursor}`
          return {
            text:
              page.deliveries.length === 0 ? 'No deliveries found.' : deliveryTable(page.deliveries) + more,
            json: page,
          }
        }),
      ),
  'webhooks resend': (command, run) =>
    command
      .description('An event keeps its id, and is retried like a new one.')
      .argument(...WEBHOOK)
      .option('--id <DELIVERY_ID>', 'Id of the delivery.')
      .addOption(
        new Option('--failed-since <TIME>', 'Send all events again that failed since this time.').conflicts(
          'id',
        ),
      )
      .addHelpText(
        'after',
        examples(
          'platen webhooks resend --id 0b0c6f0e-6d1f-4c56-9d1e-3c1b7a2f9e10',
          'platen webhooks resend --failed-since 2026-11-21',
        ),
      )
      .action((name, { id, failedSince }) =>
        run(async (call) => {
          const since = failedSince === undefined ? undefined : parseTime(failedSince)
          if (id === undefined && since === undefined)
            throw new UsageError('--id or --failed-since is required.')
          const { webhookId } = await findWebhook(call, name)
          const { webhooks } = await call.client()
          const options = { signal: call.signal }
          if (id !== undefined) {
            const delivery = await webhooks.resend(webhookId, id, options)
            return { text: `The event ${delivery.deliveryId} is sent again.`, json: delivery }
          }
          const result = await webhooks.resendFailed(webhookId, since ?? '', options)
          const rest = result.remaining === 0 ? '' : ` ${result.remaining} remain: repeat the command.`
          return { text: `Sending ${formatCount(result.resent, 'event')} again.${rest}`, json: result }
        }),
      ),
  'webhooks test': (command, run) =>
    command
      .description('Exits with 1 if the event was not delivered.')
      .argument(...WEBHOOK)
      .addOption(account())
      .addHelpText(
        'after',
        examples('platen webhooks test', 'platen webhooks test --account ada@example.com'),
      )
      .action((name, { account }) =>
        run(async (call) => {
          if (account !== undefined) return await (await operator(call)).test(account, name)
          return await testWebhook(call, name)
        }),
      ),
}

async function operator({ config: { environment } }: CallerCall) {
  const { loadWebhooks } = await loadOptional('@platen/server', () => import('@platen/server/operator'))
  return await loadWebhooks(environment)
}

async function testWebhook(call: CallerCall, name: string | undefined): Promise<Result> {
  const { webhookId, url } = await findWebhook(call, name)
  const { webhooks } = await call.client()
  const { deliveryId } = await webhooks.test(webhookId, { signal: call.signal })
  const until = Date.now() + TEST_LIMIT_MS
  const delivery = await showProgress(call.terminal, `Waiting for ${withoutControls(url)}`, async () => {
    for (;;) {
      const current = await webhooks.delivery(webhookId, deliveryId, { signal: call.signal })
      if (current.status !== 'pending' || Date.now() > until) return current
      await delay(POLL_MS, undefined, { signal: call.signal })
    }
  })
  return { text: formatDelivery(delivery), json: delivery, failed: delivery.status !== 'delivered' }
}

function parseTime(text: string): string {
  const time = new Date(text)
  if (Number.isFinite(time.getTime())) return time.toISOString()
  throw new UsageError('--failed-since must be a day or a time, such as 2026-11-21 or 2026-11-21T08:00:00Z.')
}

function deliveryTable(deliveries: readonly WebhookDelivery[]): string {
  return table(
    ['DELIVERY ID', 'EVENT', 'STATUS', 'ATTEMPTS', 'RESPONSE', 'CREATED', 'NEXT ATTEMPT', 'REASON'],
    deliveries.map((delivery) => [
      delivery.deliveryId,
      delivery.event,
      delivery.status,
      String(delivery.attempts),
      delivery.responseStatus === null ? '' : String(delivery.responseStatus),
      formatTime(delivery.createdAt),
      delivery.nextAttemptAt === null ? '' : formatTime(delivery.nextAttemptAt),
      delivery.reason ?? '',
    ]),
  )
}

function formatDelivery({ deliveryId, event, status, reason, history }: WebhookDeliveryDetail): string {
  const attempts = history.flatMap((attempt) => [
    `Attempt ${attempt.number}  ${formatTime(attempt.startedAt)}  ${attempt.responseStatus ?? 'no response'}  ${attempt.durationMs} ms`,
    ...(attempt.reason === null ? [] : [`  ${attempt.reason}`]),
    ...(attempt.responseExcerpt ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => `  ${withoutControls(line)}`),
  ])
  return [`${event} ${deliveryId}: ${status}${reason === null ? '' : `, ${reason}`}`, ...attempts].join('\n')
}
