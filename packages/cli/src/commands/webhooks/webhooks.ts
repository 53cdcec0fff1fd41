import type { Webhook, WebhookWithSecret } from '@platen/client'
import type { CallerCall } from '../../caller.ts'
import { type CommandDefinitions, examples, Option, type Result, table, UsageError } from '../../command.ts'
import { parseOverlap } from '../../output/key-list.ts'
import { confirm } from '../../output/outcomes.ts'
import { formatCount, withoutControls } from '../../output/texts.ts'
import { formatTime } from '../../output/times.ts'
import { EVENT_TYPES, findWebhook } from './find-webhook.ts'

const DEFAULT_EVENTS = ['job.completed', 'job.failed'] as const
const WEBHOOK = ['[WEBHOOK]', 'Id or URL of the webhook. Default: the only webhook of the account.'] as const

const events = (description: string) => new Option('--events <EVENT...>', description).choices(EVENT_TYPES)

/** Commands for the webhooks of the account. */
export const webhookCommands: CommandDefinitions<CallerCall> = {
  'webhooks list': (command, run) =>
    command.addHelpText('after', examples('platen webhooks')).action(() =>
      run(async (call) => {
        const webhooks = await (await call.client()).webhooks.list({ signal: call.signal })
        return {
          text:
            webhooks.length === 0
              ? 'This account has no webhook. Create one: platen webhooks create URL'
              : webhookTable(webhooks),
          json: { webhooks },
        }
      }),
    ),
  'webhooks create': (command, run) =>
    command
      .description('Prints the secret that signs the events. The secret is shown only once.')
      .argument('<URL>', 'Address that receives the events.')
      .addOption(events('Events to send. Default: job.completed and job.failed.'))
      .option('--description <TEXT>', 'Text for lists.')
      .addHelpText(
        'after',
        examples(
          'platen webhooks create https://example.com/platen',
          'platen webhooks create https://example.com/alerts --events job.failed credits.low',
        ),
      )
      .action((url, { events: types = [...DEFAULT_EVENTS], description }) =>
        run(async (call) => {
          const client = await call.client()
          const webhook = { url, events: types, description }
          return secretResult(await client.webhooks.create(webhook, { signal: call.signal }))
        }),
      ),
  'webhooks update': (command, run) =>
    command
      .description('Options that are absent stay as they are. The secret stays the same.')
      .argument(...WEBHOOK)
      .option('--new-url <URL>', 'New address. Pending events go to it, too.')
      .addOption(events('Events to send, in place of the present ones.'))
      .option('--description <TEXT>', 'Text for lists.')
      .addOption(new Option('--enable', 'Send events again.').conflicts('disable'))
      .option('--disable', 'Send no events. Pending ones are dropped.')
      .addHelpText(
        'after',
        examples(
          'platen webhooks update --enable',
          'platen webhooks update https://example.com/hook --events job.failed',
        ),
      )
      .action((name, { newUrl: url, events: types, description, enable, disable }) =>
        run(async (call) => {
          const isEnabled = enable ? true : disable ? false : undefined
          const change = { url, events: types, description, isEnabled }
          if (Object.values(change).every((value) => value === undefined))
            throw new UsageError('Name what to change, for example --new-url.')
          const { webhookId, etag } = await findWebhook(call, name)
          const options = { ifMatch: etag, signal: call.signal }
          const webhook = await (await call.client()).webhooks.update(webhookId, change, options)
          return { text: webhookTable([webhook]), json: webhook }
        }),
      ),
  'webhooks rotate': (command, run) =>
    command
      .description('Prints the new secret once. During the overlap, both secrets sign each event.')
      .argument(...WEBHOOK)
      .option('--overlap <HOURS>', 'Hours in which the old secret signs as well, at most 720.', '24')
      .addHelpText('after', examples('platen webhooks rotate --overlap 48'))
      .action((name, { overlap }) =>
        run(async (call) => {
          const overlapHours = parseOverlap(overlap)
          const { webhookId } = await findWebhook(call, name)
          const options = { overlapHours, signal: call.signal }
          const rotated = await (await call.client()).webhooks.rotate(webhookId, options)
          const validity =
            overlapHours === 0
              ? 'is no longer valid'
              : `signs as well for ${formatCount(overlapHours, 'hour')}`
          return secretResult(rotated, `\nThe old secret ${validity}.`)
        }),
      ),
  'webhooks delete': (command, run) =>
    command
      .description('Its pending events are dropped.')
      .argument('<WEBHOOK>', 'Id or URL of the webhook.')
      .option('-y, --yes', 'Delete without confirmation.')
      .addHelpText('after', examples('platen webhooks delete https://example.com/platen'))
      .action((name, { yes = false }) =>
        run(async (call) => {
          const { webhookId, url } = await findWebhook(call, name)
          if (!yes) await confirm(call, [url])
          await (await call.client()).webhooks.remove(webhookId, { signal: call.signal })
          return { text: `Deleted the webhook ${withoutControls(url)}.`, json: { webhookId, deleted: true } }
        }),
      ),
}

function secretResult({ secret, ...webhook }: WebhookWithSecret, note = ''): Result {
  return {
    text: `${secret}\n\nCopy the secret now. It is not shown again.${note} Events are sent to ${withoutControls(webhook.url)}\nWebhook id: ${webhook.webhookId}`,
    json: { ...webhook, secret },
  }
}

function webhookTable(webhooks: readonly Webhook[]): string {
  return table(
    ['WEBHOOK ID', 'STATE', 'EVENTS', 'URL', 'CREATED', 'DESCRIPTION'],
    webhooks.map((webhook) => [
      webhook.webhookId,
      stateOf(webhook),
      webhook.events.join(' '),
      withoutControls(webhook.url),
      formatTime(webhook.createdAt),
      withoutControls(webhook.description),
    ]),
  )
}

function stateOf({ isEnabled, disabledReason, failingSince }: Webhook): string {
  if (isEnabled) return failingSince === null ? 'enabled' : 'failing'
  return disabledReason === 'user' ? 'disabled' : `disabled (${disabledReason})`
}
