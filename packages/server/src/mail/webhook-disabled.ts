import { mailHtml } from './mail-layout.ts'

/**
 * Composes the mail about a webhook that the service has disabled.
 * @param disabled `email`: address of the account. `reason`: end of the sentence that begins with "because". `pageUrl`: page of the webhook in the
 * dashboard.
 */
export function composeWebhookDisabled({
  email,
  url,
  reason,
  pageUrl,
}: {
  email: string
  url: string
  reason: string
  pageUrl: string
}): {
  subject: string
  text: string
  html: string
} {
  // The path and the query may contain a secret.
  const name = `The webhook at ${new URL(url).host}`
  const heading = 'A webhook was disabled'
  const about = `of the account ${email} receives no more events, because ${reason}.`
  const small =
    'Repair the receiver, enable the webhook on its page, and send the failed events again. Events that occur in the meantime are not stored for it.'
  return {
    subject: `${heading}: ${new URL(url).host}`,
    text: `${name} ${about}\n\n${small}\n${pageUrl}\n`,
    html: mailHtml({ heading, name, about, link: { label: 'Open the webhook', url: pageUrl }, small }),
  }
}
