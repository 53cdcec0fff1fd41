import { findAccount } from '../../accounts/accounts.ts'
import type { Notice } from '../../accounts/notices.ts'
import { Refusal } from '@platen/template/refusal'
import { composeAccountDeletion } from '../../mail/account-deletion.ts'
import { composeLowCredits } from '../../mail/low-credits.ts'
import { DeliveryError } from '../../mail/mailer.ts'
import { composeWebhookDisabled } from '../../mail/webhook-disabled.ts'
import { findRecipients } from '../../identity/teams/members.ts'
import type { MemberPermission } from '../../identity/teams/permissions.ts'
import type { Services } from '../../services.ts'
import { FAILING_DAYS_MAX } from '../../webhooks/failures.ts'
import { findWebhook } from '../../webhooks/webhooks.ts'

/**
 * Runs a notice job: queues a job for each recipient, or mails one recipient about the current state of the account.
 * Rethrows a temporary failure, and the queue retries: this repeats and delays no mail to other recipients.
 */
export async function runNoticeJob(services: Services, notice: Notice, signal: AbortSignal): Promise<void> {
  try {
    const { database, queue } = services
    const { noticeId: subjectId, accountId, recipient } = notice
    const recipients = await findRecipients(database, accountId, READERS[notice.kind])
    if (recipient === undefined) {
      const jobs = recipients.map((address) => ({ data: { ...notice, recipient: address } }))
      return await queue.send('notice', database, jobs)
    }
    // The member may have been removed in the meantime.
    if (!recipients.includes(recipient)) return
    const mail = await compose(services, notice, await findAccount(database, accountId))
    if (mail) await services.mailer.send({ subjectId, recipient, ...mail, attachment: undefined }, signal)
  } catch (error) {
    // The account or the webhook is deleted, or the address of the member is invalid.
    if (!(error instanceof Refusal || (error instanceof DeliveryError && error.isPermanent))) throw error
    reportUndelivered(services, notice)
  }
}

/** Permission of the members who receive each kind of notice. */
const READERS = {
  'low-credits': 'billing:write',
  deletion: 'account:read',
  'webhook-disabled': 'webhooks:write',
} as const satisfies Record<Notice['kind'], MemberPermission>

function reportUndelivered({ log }: Services, { kind }: Notice): void {
  log.warn({ kind }, 'cannot deliver a notice to the account')
}

async function compose(
  { database, settings }: Services,
  notice: Notice,
  { email, credits, deletionAt }: { email: string; credits: number; deletionAt: Date | null },
) {
  if (notice.kind === 'low-credits')
    return composeLowCredits({ email, credits, billingUrl: settings.billingUrl })
  if (notice.kind === 'webhook-disabled') {
    const webhook = await findWebhook(database, notice)
    // The webhook may have been enabled again in the meantime.
    if (webhook.isEnabled) return undefined
    const reason =
      webhook.disabledReason === 'gone'
        ? 'its server answered with the status 410 (Gone)'
        : `no event could be delivered for ${FAILING_DAYS_MAX} days`
    const pageUrl = `${settings.baseUrl}/webhooks/${webhook.webhookId}`
    return composeWebhookDisabled({ email, url: webhook.url, reason, pageUrl })
  }
  // The deletion may have been cancelled in the meantime.
  return (
    deletionAt && composeAccountDeletion({ email, deletionAt, signInUrl: `${settings.baseUrl}/settings` })
  )
}
