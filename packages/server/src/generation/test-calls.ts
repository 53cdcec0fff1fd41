import { findAccount } from '../accounts/accounts.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '@platen/template/refusal'
import type { GenerationRequest } from './accept.ts'
import { takePreviews } from './preview-limit.ts'

/**
 * Applies the rules of test keys to a call: the pages count as previews, because they are free, and mails go only to
 * the address of the account. Does nothing for other calls.
 * @throws {Refusal} `invalid` for another recipient; `limit-reached` for too many previews and test pages.
 */
export async function admitTestCall(
  database: Database,
  { accountId, apiKey, recipients, pages }: GenerationRequest,
): Promise<void> {
  if (!apiKey?.isTest) return
  if (recipients.length > 0) {
    const { email } = await findAccount(database, accountId)
    const other = recipients.find((recipient) => recipient.toLowerCase() !== email.toLowerCase())
    if (other !== undefined) {
      throw new Refusal(
        'invalid',
        `A test key can send mail only to the address of the account, ${email}. sendEmail also names ${other}.`,
      )
    }
  }
  await takePreviews(database, accountId, pages)
}
