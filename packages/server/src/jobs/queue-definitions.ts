import type { PgBoss, Queue } from 'pg-boss'

/** Renders. */
export const GENERATE = 'generate'
/** Dead-letter queue of renders. */
export const GENERATE_FAILED = 'generate-failed'
/** Mails to recipients of PDFs. */
export const MAIL = 'mail'
/** Dead-letter queue of mails. */
export const MAIL_FAILED = 'mail-failed'
/** Thumbnails of templates. */
export const THUMBNAIL = 'thumbnail'
/** Mails to an account about the account itself. */
export const NOTICE = 'notice'

/** Times of the queues. Each has a default. */
export interface QueueTimes {
  /** Time without a heartbeat after which another process takes over a job, in seconds, at least 10. */
  heartbeatSeconds?: number
  /** Seconds before the first retry of a mail. */
  mailRetrySeconds?: number
  /** Time limit of an attempt at a mail, in seconds. */
  mailLimitSeconds?: number
}

const HEARTBEAT_SECONDS = 15
// Exponential back-off: 5 s, 10 s, 20 s and so on, up to 3 hours, 1 day in total.
const MAIL_RETRIES = 16
const MAIL_RETRY_SECONDS = 5
const MAIL_RETRY_SECONDS_MAX = 3 * 3_600
// For servers that answer byte by byte.
const MAIL_LIMIT_SECONDS = 300
// The results of the jobs are in the tables of the service.
const KEPT_SECONDS = 3_600

/** Creates all queues, or updates their times. A dead-letter queue receives the jobs whose attempts have all failed. */
export async function defineQueues(boss: PgBoss, times: QueueTimes): Promise<void> {
  const heartbeatSeconds = times.heartbeatSeconds ?? HEARTBEAT_SECONDS
  const mailOptions = {
    retryLimit: MAIL_RETRIES,
    retryDelay: times.mailRetrySeconds ?? MAIL_RETRY_SECONDS,
    retryBackoff: true,
    retryDelayMax: MAIL_RETRY_SECONDS_MAX,
    expireInSeconds: times.mailLimitSeconds ?? MAIL_LIMIT_SECONDS,
    heartbeatSeconds,
  }
  const deadLetterOptions = { retryLimit: 10, retryDelay: 5, retryBackoff: true, heartbeatSeconds }
  await defineQueue(boss, GENERATE_FAILED, deadLetterOptions)
  await defineQueue(boss, GENERATE, {
    retryLimit: 2,
    retryDelay: 2,
    retryBackoff: true,
    heartbeatSeconds,
    deadLetter: GENERATE_FAILED,
  })
  await defineQueue(boss, MAIL_FAILED, deadLetterOptions)
  await defineQueue(boss, MAIL, { ...mailOptions, deadLetter: MAIL_FAILED })
  await defineQueue(boss, NOTICE, mailOptions)
  await defineQueue(boss, THUMBNAIL, { retryLimit: 2, retryDelay: 30, retryBackoff: true, heartbeatSeconds })
}

/** Creates a queue, or updates the options of an existing one. */
async function defineQueue(boss: PgBoss, name: string, options: Omit<Queue, 'name'>): Promise<void> {
  const definition = { ...options, notify: true, deleteAfterSeconds: KEPT_SECONDS }
  await boss.createQueue(name, definition)
  await boss.updateQueue(name, definition)
}
