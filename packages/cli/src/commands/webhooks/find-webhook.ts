import type { Webhook } from '@platen/client'
import { type CallerCall, CallerError } from '../../caller.ts'
import { withoutControls } from '../../output/texts.ts'

/** Types of the events that a webhook can receive. */
export const EVENT_TYPES = [
  'job.completed',
  'job.failed',
  'batch.completed',
  'batch.paused',
  'batch.failed',
  'credits.low',
] as const

/**
 * Returns the webhook with an id or a URL; without a name the only webhook of the account.
 * @throws {CallerError} for an unknown name, and without a name if the account has none or several.
 */
export async function findWebhook(call: CallerCall, name: string | undefined): Promise<Webhook> {
  const webhooks = await (await call.client()).webhooks.list({ signal: call.signal })
  const matches = webhooks.filter(
    ({ webhookId, url }) => name === undefined || webhookId === name.toLowerCase() || url === name,
  )
  const [webhook] = matches
  if (webhook && matches.length === 1) return webhook
  if (webhooks.length === 0) {
    throw new CallerError('This account has no webhook.', { next: 'Create one: platen webhooks create URL' })
  }
  const message = webhook
    ? `${matches.length} webhooks match. Name one by its id.`
    : `There is no webhook with the id or URL ${withoutControls(name ?? '')}.`
  const ids = webhooks.map(({ webhookId, url }) => `${webhookId}  ${withoutControls(url)}`)
  throw new CallerError(message, { next: `Webhooks of the account:\n${ids.join('\n')}` })
}
