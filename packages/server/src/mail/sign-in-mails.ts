import { mailHtml } from './mail-layout.ts'

/** Sign-in mail to send, with no more than its text needs. */
export interface SignInMail {
  /** Id of the mail. Attempts with the same id send the same mail. */
  mailId: string
  kind: SignInMailKind
  address: string
  /** Parameters of the link. */
  query: Record<string, string>
}

/** Kind of a sign-in mail. */
export type SignInMailKind = keyof typeof MAILS

/** Content of a mail, after the address. */
interface Layout {
  heading: string
  about: string
  /** Page that the mail links to. */
  link?: { label: string; path: string }
  small: string
}

// Anyone may have typed the address, so mails quote nothing else that was sent with it.
const IGNORE = 'If this was not you, ignore this mail. Nothing changes unless the link is opened.'

const MAILS = {
  /** Verifies the address after a sign-up. */
  'confirm-address': {
    heading: 'Confirm your e-mail address',
    about: 'was used to sign up for Platen. Confirm that it is yours to finish the sign-up.',
    link: { label: 'Confirm the address', path: '/verify' },
    small: `The link works for one hour. ${IGNORE}`,
  },
  /**
   * Sent after a sign-up with the address of an existing account. The sign-up page does not reveal that the account
   * exists.
   */
  'signed-up-already': {
    heading: 'You already have an account',
    about: 'was used to sign up for Platen, but it already has an account. Sign in instead.',
    link: { label: 'Sign in', path: '/sign-in' },
    small:
      'If you forgot your password, choose "Forgot password?" on the sign-in page. If this was not you, ignore this mail.',
  },
  'reset-password': {
    heading: 'Set a new password',
    about: 'is the address of an account for which a new password was requested.',
    link: { label: 'Set a new password', path: '/reset-password' },
    small: `The link works once, for one hour. ${IGNORE}`,
  },
  /** Verifies a new address of an account. */
  'confirm-new-address': {
    heading: 'Confirm your new e-mail address',
    about: 'was entered as the new address to sign in to Platen. Confirm that it is yours.',
    link: { label: 'Confirm the address', path: '/verify' },
    small: `The link works for one hour. ${IGNORE}`,
  },
  /** Sent to the old address after a change. */
  'address-changed': {
    heading: 'Your e-mail address was changed',
    about: 'is no longer the address of your Platen account.',
    small: 'If this was not you, contact the operator of this service.',
  },
  'password-changed': {
    heading: 'Your password was changed',
    about: 'now signs in to Platen with a new password. All other browsers were signed out.',
    small: 'If this was not you, set a new password now: choose "Forgot password?" on the sign-in page.',
  },
} satisfies Record<string, Layout>

/** Composes a sign-in mail. @param baseUrl URL of the service, without a trailing slash. */
export function composeSignInMail(
  { kind, address, query }: Omit<SignInMail, 'mailId'>,
  baseUrl: string,
): { subject: string; text: string; html: string } {
  const { heading, about, link, small }: Layout = MAILS[kind]
  const search = new URLSearchParams(query).toString()
  const button = link && {
    label: link.label,
    url: `${baseUrl}${link.path}${search === '' ? '' : `?${search}`}`,
  }
  return {
    subject: heading,
    text: `${address} ${about}\n\n${button ? `${button.url}\n\n` : ''}${small}\n`,
    html: mailHtml({ heading, name: address, about, ...(button && { link: button }), small }),
  }
}
