import { DeliveryError } from '../../mail/mailer.ts'
import { composeSignInMail, type SignInMail } from '../../mail/sign-in-mails.ts'
import type { Services } from '../../services.ts'

/** Runs a sign-in mail job. Rethrows a temporary failure, and the queue retries the job. */
export async function runSignInMailJob(
  { mailer, settings, log }: Services,
  mail: SignInMail,
  signal: AbortSignal,
): Promise<void> {
  const { mailId: subjectId, address: recipient, kind } = mail
  try {
    const content = composeSignInMail(mail, settings.baseUrl)
    await mailer.send({ subjectId, recipient, ...content, attachment: undefined }, signal)
  } catch (error) {
    log.warn({ err: error, kind }, 'an attempt to send a sign-in mail failed')
    if (!(error instanceof DeliveryError && error.isPermanent)) throw error
  }
}
