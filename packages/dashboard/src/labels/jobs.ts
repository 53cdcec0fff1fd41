import type { Tone } from '../ui/text/StatusBadge.tsx'
import type { Job } from '../api/jobs.ts'

/** Labels of the statuses of a job. */
export const JOB_STATUSES: Record<Job['status'], { tone: Tone; label: string }> = {
  pending: { tone: 'waiting', label: 'Waiting' },
  processing: { tone: 'busy', label: 'In progress' },
  completed: { tone: 'good', label: 'Completed' },
  failed: { tone: 'bad', label: 'Failed' },
}

/** Labels of the statuses of a mail. */
export const MAIL_STATUSES: Record<Job['recipients'][number]['status'], { tone: Tone; label: string }> = {
  queued: { tone: 'waiting', label: 'Queued' },
  sent: { tone: 'good', label: 'Sent' },
  failed: { tone: 'bad', label: 'Not sent' },
}

/** Labels of the modes of a call. */
export const MODE_LABELS: Record<Job['mode'], string> = { sync: 'Synchronous', async: 'Asynchronous' }

/** Labels of the phases of a render. */
export const PHASE_LABELS: Record<string, { label: string; meaning: string }> = {
  key: { label: 'Key', meaning: 'Authenticate the API key and check the rate limit.' },
  body: { label: 'Body', meaning: 'Receive and validate the request body.' },
  queue: { label: 'Waiting', meaning: 'Wait for the renderer.' },
  reserve: { label: 'Reserve', meaning: 'Find the template and reserve credits.' },
  template: { label: 'Template', meaning: 'Read the source of the template.' },
  fill: { label: 'Fill', meaning: 'Apply the data to the template (Handlebars).' },
  print: { label: 'Print', meaning: 'Lay out and print the documents (Chromium).' },
  pack: { label: 'Pack', meaning: 'Combine the pages into one compressed PDF.' },
  seal: { label: 'Sign PDF', meaning: 'Sign the PDF, with its time stamp.' },
  store: { label: 'Store', meaning: 'Store the PDF.' },
  settle: { label: 'Charge', meaning: 'Charge the credits.' },
  sign: { label: 'Sign URL', meaning: 'Sign the URL of the PDF.' },
}
