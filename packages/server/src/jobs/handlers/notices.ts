import { findAccount } from '../../accounts/accounts.ts'
import type { Notice } from '../../accounts/notices.ts'
import { Refusal } from '@platen/template/refusal'
import { composeAccountDeletion } from '../../mail/account-deletion.ts'
import { composeLowCredits } from '../../mail/low-credits.ts'
import { DeliveryError } from '../../mail/mailer.ts'
import type { Services } from '../../services.ts'

/** Runs a notice job: mails the account about its current state. Rethrows a temporary failure, and the queue retries. */
export async function runNoticeJob(services: Services, notice: Notice, signal: AbortSignal): Promise<void> {
  try {
    const account = await findAccount(services.database, notice.accountId)
    const mail = compose(services, notice, account)
    if (!mail) return
    await services.mailer.send(
      { subjectId: notice.noticeId, recipient: account.email, ...mail, attachment: undefined },
      signal,
    )
  } catch (error) {
    // The account is deleted, or its address is invalid.
    if (error instanceof Refusal || (error instanceof DeliveryError && error.isPermanent)) {
      services.log.warn({ kind: notice.kind }, 'cannot deliver a notice to the account')
      return
    }
    throw error
  }
}

function compose(
  { settings }: Pick<Services, 'settings'>,
  { kind }: Notice,
  { credits, deletionAt }: { credits: number; deletionAt: Date | null },
) {
  if (kind === 'low-credits') return composeLowCredits({ credits, billingUrl: settings.billingUrl })
  // The deletion may have been cancelled in the meantime.
  return deletionAt && composeAccountDeletion({ deletionAt, signInUrl: `${settings.baseUrl}/settings` })
}
