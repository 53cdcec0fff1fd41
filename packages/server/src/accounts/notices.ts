import type { JobSender } from '../database/job-sender.ts'

/** A mail to an account about the account itself. */
export type Notice = {
  /** Id of the mail. Attempts with the same id send the same mail. */
  noticeId: string
  accountId: string
  /** E-mail address of a member. Without it, the job queues one job for each recipient. */
  recipient?: string
} & ({ kind: 'low-credits' | 'deletion' } | { kind: 'webhook-disabled'; webhookId: string })

/** Queue of notices. */
export type NoticeQueue = JobSender<{ notice: Notice }>
