import { findAccount } from '../../accounts/accounts.ts'
import type { Notice } from '../../accounts/notices.ts'
import { Refusal } from '../../errors.ts'
import { composeAccountDeletion } from '../../mail/account-deletion.ts'
import { composeLowCredits } from '../../mail/low-credits.ts'
import { DeliveryError } from '../../mail/mailer.ts'
import type { Services } from '../../services.ts'

/** What a notice job does: writes to the account as things are now. What the mail server may take later is thrown on. */
export async function runNoticeJob(services: Services, notice: Notice, signal: AbortSignal): Promise<void> {
  try {
    const account = await findAccount(services.database, notice.accountId)
    const letter = compose(services, notice, account)
    if (!letter) return
    await services.mailer.send(
      { subjectId: notice.noticeId, recipient: account.email, ...letter, attachment: undefined },
      signal,
    )
  } catch (error) {
    // The account is gone, or its address is none: nobody is left to be told.
    if (error instanceof Refusal || (error instanceof DeliveryError && error.isPermanent)) {
      services.log.warn({ kind: notice.kind }, 'a notice has nobody who takes it')
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
  // It may have been kept meanwhile.
  return deletionAt && composeAccountDeletion({ deletionAt, signInUrl: `${settings.baseUrl}/settings` })
}
