import type { Database } from '../database/database.ts'

/** A mail to an account about the account itself. */
export interface Notice {
  /** Names this mail, so that a second try at it is the same mail. */
  noticeId: string
  kind: 'low-credits' | 'deletion'
  accountId: string
}

/** Has such mails sent in the background. */
export interface NoticeQueue {
  /** Queues a mail if and only if the transaction is committed. */
  sendNotice(transaction: Database, notice: Notice): Promise<void>
}
