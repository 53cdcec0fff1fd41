import type { Tone } from '../../ui/StatusBadge.tsx'
import type { Job, JobDetail } from './jobs.ts'

/** How the state of a job is shown. */
export const STATES: Record<Job['state'], { tone: Tone; label: string }> = {
  pending: { tone: 'waiting', label: 'Waiting' },
  processing: { tone: 'busy', label: 'In progress' },
  completed: { tone: 'good', label: 'Completed' },
  failed: { tone: 'bad', label: 'Failed' },
}

/** How the state of a mail is shown. */
export const MAIL_STATES: Record<JobDetail['recipients'][number]['status'], { tone: Tone; label: string }> = {
  queued: { tone: 'waiting', label: 'Queued' },
  sent: { tone: 'good', label: 'Sent' },
  failed: { tone: 'bad', label: 'Not sent' },
}

/** How a call was made. */
export const MODES: Record<Job['mode'], string> = { sync: 'Synchronous', async: 'Asynchronous' }

/** What each phase does, in words. */
export const PHASES: Record<string, { label: string; meaning: string }> = {
  key: { label: 'Key', meaning: 'The key was looked up and the rate limit asked.' },
  body: { label: 'Body', meaning: 'The call’s body arrived and was checked.' },
  reserve: { label: 'Reserve', meaning: 'The template was found and the credits were reserved.' },
  template: { label: 'Template', meaning: 'The template’s source was read.' },
  fill: { label: 'Fill', meaning: 'Handlebars filled the template with the data.' },
  print: { label: 'Print', meaning: 'Chromium laid the pages out and printed them.' },
  pack: { label: 'Pack', meaning: 'The pages became one PDF, made small.' },
  store: { label: 'Store', meaning: 'The PDF was stored.' },
}

/** What warnings are about, in words. */
export const WARNINGS: Record<string, string> = {
  'image-missing': 'An image could not be loaded',
  'font-missing': 'A font could not be loaded',
  'font-replaced': 'A font is not installed',
  'glyph-missing': 'No font has this character',
  'page-size-ignored': 'The browser does not know this page size',
  'content-shrunk': 'Content is wider than the sheet and was made smaller',
  'content-cut': 'Content is wider than the sheet and was cut off',
  'resources-late': 'Something was still loading when it was printed',
  'dialog-dismissed': 'The page opened a dialog',
  'navigation-refused': 'The page wanted to go to another address',
  'window-refused': 'The page wanted to open a window',
  'script-failed': 'A script failed',
  'request-refused': 'An address was not let out to',
}
