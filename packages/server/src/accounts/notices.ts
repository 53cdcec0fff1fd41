import type { JobSender } from '../database/job-sender.ts'

/** A mail to an account about the account itself. */
export interface Notice {
  /** Id of the mail. Attempts with the same id send the same mail. */
  noticeId: string
  kind: 'low-credits' | 'deletion'
  accountId: string
}

/** Queue of notices. */
export type NoticeQueue = JobSender<{ notice: Notice }>
