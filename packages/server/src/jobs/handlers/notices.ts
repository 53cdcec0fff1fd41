import { findAccount } from '../../accounts/accounts.ts'
import type { Notice } from '../../accounts/notices.ts'
import { Refusal } from '@platen/template/refusal'
import { composeAccountDeletion } from '../../mail/account-deletion.ts'
import { composeLowCredits } from '../../mail/low-credits.ts'
import { DeliveryError } from '../../mail/mailer.ts'
import { composeWebhookDisabled } from '../../mail/webhook-disabled.ts'
import type { Services } from '../../services.ts'
import { FAILING_DAYS_MAX } from '../../webhooks/failures.ts'
import { findWebhook } from '../../webhooks/webhooks.ts'

/** Runs a notice job: mails the account about its current state. Rethrows a temporary failure, and the queue retries. */
export async function runNoticeJob(services: Services, notice: Notice, signal: AbortSignal): Promise<void> {
  try {
    const account = await findAccount(services.database, notice.accountId)
    const mail = await compose(services, notice, account)
    if (!mail) return
    await services.mailer.send(
      { subjectId: notice.noticeId, recipient: account.email, ...mail, attachment: undefined },
      signal,
    )
  } catch (error) {
    // The account or the webhook is deleted, or the address is invalid.
    if (error instanceof Refusal || (error instanceof DeliveryError && error.isPermanent)) {
      services.log.warn({ kind: notice.kind }, 'cannot deliver a notice to the account')
      return
    }
    throw error
  }
}

async function compose(
  { database, settings }: Services,
  notice: Notice,
  { credits, deletionAt }: { credits: number; deletionAt: Date | null },
) {
  if (notice.kind === 'low-credits') return composeLowCredits({ credits, billingUrl: settings.billingUrl })
  if (notice.kind === 'webhook-disabled') {
    const webhook = await findWebhook(database, notice)
    // The webhook may have been enabled again in the meantime.
    if (webhook.isEnabled) return undefined
    const reason =
      webhook.disabledReason === 'gone'
        ? 'its server answered with the status 410 (Gone)'
        : `no event could be delivered for ${FAILING_DAYS_MAX} days`
    const pageUrl = `${settings.baseUrl}/webhooks/${webhook.webhookId}`
    return composeWebhookDisabled({ url: webhook.url, reason, pageUrl })
  }
  // The deletion may have been cancelled in the meantime.
  return deletionAt && composeAccountDeletion({ deletionAt, signInUrl: `${settings.baseUrl}/settings` })
}
