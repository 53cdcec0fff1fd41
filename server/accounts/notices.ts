import type { Database } from '../database/database.ts'

/** A mail to an account about the account itself. */
export interface Notice {
  /** Idempotency key: a repetition with the same id sends no second mail. */
  noticeId: string
  kind: 'low-credits' | 'deletion'
  accountId: string
}

/** Queue of notices. */
export interface NoticeQueue {
  /** Queues a mail if and only if the transaction is committed. */
  sendNotice(transaction: Database, notice: Notice): Promise<void>
}
