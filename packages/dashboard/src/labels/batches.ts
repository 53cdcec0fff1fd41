import type { Batch } from '../api/batches.ts'
import type { Tone } from '../ui/text/StatusBadge.tsx'

/** Labels of the statuses of a batch. */
export const BATCH_STATUSES: Record<Batch['status'], { tone: Tone; label: string }> = {
  queued: { tone: 'waiting', label: 'Waiting' },
  running: { tone: 'busy', label: 'In progress' },
  paused: { tone: 'waiting', label: 'Paused' },
  completed: { tone: 'good', label: 'Completed' },
  cancelled: { tone: 'off', label: 'Cancelled' },
  failed: { tone: 'bad', label: 'Failed' },
}

/** Labels of the outputs of a batch. */
export const OUTPUT_LABELS: Record<Batch['output'], string> = {
  pdf: 'One PDF',
  zip: 'ZIP, one PDF per row',
  mail: 'Mail per row',
}
