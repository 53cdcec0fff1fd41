import type { Tone } from '../../ui/text/StatusBadge.tsx'
import type { Delivery, EventType, Webhook } from './webhooks.ts'

/** Events that a webhook can receive, with the label of each. */
export const EVENTS: readonly { value: EventType; label: string; description: string }[] = [
  {
    value: 'job.completed',
    label: 'Job completed',
    description: 'job.completed: an asynchronous job has made its PDF.',
  },
  { value: 'job.failed', label: 'Job failed', description: 'job.failed: an asynchronous job has failed.' },
  {
    value: 'batch.completed',
    label: 'Batch completed',
    description: 'batch.completed: all rows of a batch are completed or failed.',
  },
  {
    value: 'batch.paused',
    label: 'Batch paused',
    description: 'batch.paused: a batch waits, for example because no credits are left.',
  },
  {
    value: 'batch.failed',
    label: 'Batch failed',
    description: 'batch.failed: the template of a batch was deleted.',
  },
  {
    value: 'credits.low',
    label: 'Credits low',
    description: 'credits.low: the mail about low credits is sent.',
  },
]

/** States of a delivery. */
export const DELIVERY_STATUSES: Record<Delivery['status'], { tone: Tone; label: string }> = {
  pending: { tone: 'busy', label: 'Pending' },
  delivered: { tone: 'good', label: 'Delivered' },
  failed: { tone: 'bad', label: 'Failed' },
}

/** Returns the label of the state of a webhook. */
export function stateOf({ isEnabled, failingSince }: Webhook): { tone: Tone; label: string } {
  if (!isEnabled) return { tone: 'off', label: 'Disabled' }
  return failingSince === null ? { tone: 'good', label: 'Enabled' } : { tone: 'waiting', label: 'Failing' }
}

/** Returns the reason why a webhook is disabled, with the next step. */
export function disabledText(reason: Webhook['disabledReason']): string {
  switch (reason) {
    case 'gone':
      return 'The webhook is disabled because its server answered with 410 (Gone). Repair the receiver, then enable the webhook.'
    case 'failing':
      return 'The webhook is disabled because no event could be delivered for days. Repair the receiver, then enable the webhook.'
    default:
      return 'The webhook is disabled and receives no events.'
  }
}
