import { mailHtml } from './mail-layout.ts'

/** Composes the mail that announces the deletion of an account and describes how to keep the account. */
export function composeAccountDeletion({ deletionAt, signInUrl }: { deletionAt: Date; signInUrl: string }): {
  subject: string
  text: string
  html: string
} {
  const day = deletionAt.toISOString().slice(0, 16).replace('T', ' ')
  const heading = 'Your account will be deleted'
  const name = `On ${day} UTC`
  const about =
    'your account will be deleted permanently, with its templates, documents, API keys and remaining credits. Its API keys no longer work.'
  const small = 'To keep the account, sign in before then and cancel the deletion.'
  return {
    subject: `${heading} on ${day.slice(0, 10)}`,
    text: `${name} ${about}\n\n${small}\n${signInUrl}\n`,
    html: mailHtml({ heading, name, about, link: { label: 'Sign in', url: signInUrl }, small }),
  }
}
