import { randomUUID } from 'node:crypto'
import { createInvitationToken, setMailStatus } from '../../identity/teams/invitation-links.ts'
import type { InvitationMailJob } from '../../identity/teams/invitations.ts'
import { composeInvitation } from '../../mail/invitation.ts'
import { DeliveryError } from '../../mail/mailer.ts'
import type { Services } from '../../services.ts'

/**
 * Runs the mail job of an invitation. Each attempt creates a new token, so that no job contains the secret of a link.
 * Rethrows a temporary failure, and the queue retries the job.
 */
export async function runInvitationMailJob(
  { database, mailer, settings, log }: Services,
  { invitationId }: InvitationMailJob,
  signal: AbortSignal,
): Promise<void> {
  const created = await createInvitationToken(database, invitationId)
  if (!created) return
  const { token, email: recipient, invitation } = created
  try {
    const mail = composeInvitation({ ...invitation, email: recipient, token }, settings.baseUrl)
    await mailer.send({ subjectId: randomUUID(), recipient, ...mail, attachment: undefined }, signal)
    await setMailStatus(database, token, 'sent')
  } catch (error) {
    log.warn({ err: error }, 'an attempt to send an invitation failed')
    if (!(error instanceof DeliveryError && error.isPermanent)) throw error
    await setMailStatus(database, token, 'failed')
  }
}
