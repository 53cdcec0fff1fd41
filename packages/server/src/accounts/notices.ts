import type { Database } from '../database/database.ts'

/** A mail to an account about the account itself. */
export interface Notice {
  /** Id of the mail. Attempts with the same id send the same mail. */
  noticeId: string
  kind: 'low-credits' | 'deletion'
  accountId: string
}

/** Queue of notices that are sent in the background. */
export interface NoticeQueue {
  /** Queues a mail. It is sent if and only if the transaction is committed. */
  sendNotice(transaction: Database, notice: Notice): Promise<void>
}
