import { letterHtml } from './mail-layout.ts'

/** Composes the mail that tells an account when it will be deleted, and how to cancel. */
export function composeAccountDeletion({ deletionAt, signInUrl }: { deletionAt: Date; signInUrl: string }): {
  subject: string
  text: string
  html: string
} {
  const day = deletionAt.toISOString().slice(0, 16).replace('T', ' ')
  const heading = 'Your account will be deleted'
  const name = `On ${day} UTC`
  const about =
    'everything in it is removed for good: templates, documents, keys and what is left of its credits. Its API keys do not work any more.'
  const small = 'Was it not you, or have you thought again? Sign in before then and keep the account.'
  return {
    subject: `${heading} on ${day.slice(0, 10)}`,
    text: `${name} ${about}\n\n${small}\n${signInUrl}\n`,
    html: letterHtml({ heading, name, about, link: { label: 'Sign in', url: signInUrl }, small }),
  }
}
