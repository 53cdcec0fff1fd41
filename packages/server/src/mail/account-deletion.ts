import { mailHtml } from './mail-layout.ts'

/**
 * Composes the mail to the members of an account that announces its deletion and describes how to keep the account.
 * @param account.email e-mail address of the account.
 */
export function composeAccountDeletion({
  email,
  deletionAt,
  signInUrl,
}: {
  email: string
  deletionAt: Date
  signInUrl: string
}): {
  subject: string
  text: string
  html: string
} {
  const day = deletionAt.toISOString().slice(0, 16).replace('T', ' ')
  const heading = 'A Platen account will be deleted'
  const name = `On ${day} UTC`
  const about = `the account ${email} will be deleted permanently, with its templates, documents, API keys and remaining credits. Its API keys no longer work.`
  const small = 'To keep the account, an owner must sign in before then and cancel the deletion.'
  return {
    subject: `${heading} on ${day.slice(0, 10)}`,
    text: `${name} ${about}\n\n${small}\n${signInUrl}\n`,
    html: mailHtml({ heading, name, about, link: { label: 'Sign in', url: signInUrl }, small }),
  }
}
