import { mailHtml } from './mail-layout.ts'

/** Content of a mail. */
export interface ComposedMail {
  subject: string
  text: string
  html: string
}

// Anyone may have typed the address, so mails quote nothing else that was sent with it.
const IGNORE = 'If this was not you, ignore this mail. Nothing changes unless the link is opened.'
const SECURE_ACCOUNT =
  'If this was not you, set a new password now: choose "Forgot password?" on the sign-in page.'

/** Mail to verify the address after a sign-up. */
export function composeConfirmAddress(address: string, url: string): ComposedMail {
  return compose({
    heading: 'Confirm your e-mail address',
    name: address,
    about: 'was used to sign up for Platen. Confirm that it is yours to finish the sign-up.',
    link: { label: 'Confirm the address', url },
    small: `The link works for one hour. ${IGNORE}`,
  })
}

/**
 * Mail after a sign-up with the address of an existing account. The sign-up page does not reveal that the account
 * exists.
 */
export function composeSignedUpAlready(address: string, url: string): ComposedMail {
  return compose({
    heading: 'You already have an account',
    name: address,
    about: 'was used to sign up for Platen, but it already has an account. Sign in instead.',
    link: { label: 'Sign in', url },
    small:
      'If you forgot your password, choose "Forgot password?" on the sign-in page. If this was not you, ignore this mail.',
  })
}

/** Mail with the link to reset a password. */
export function composeResetPassword(address: string, url: string): ComposedMail {
  return compose({
    heading: 'Set a new password',
    name: address,
    about: 'is the address of an account for which a new password was requested.',
    link: { label: 'Set a new password', url },
    small: `The link works once, for one hour. ${IGNORE}`,
  })
}

/** Mail to verify a new address of an account. */
export function composeConfirmNewAddress(address: string, url: string): ComposedMail {
  return compose({
    heading: 'Confirm your new e-mail address',
    name: address,
    about: 'was entered as the new address to sign in to Platen. Confirm that it is yours.',
    link: { label: 'Confirm the address', url },
    small: `The link works for one hour. ${IGNORE}`,
  })
}

/** Mail to the old address after a change. */
export function composeAddressChanged(address: string): ComposedMail {
  return compose({
    heading: 'Your e-mail address was changed',
    name: address,
    about: 'is no longer the address of your Platen account.',
    small: 'If this was not you, contact the operator of this service.',
  })
}

/** Mail after a change of the password. */
export function composePasswordChanged(address: string): ComposedMail {
  return compose({
    heading: 'Your password was changed',
    name: address,
    about: 'now signs in to Platen with a new password. All other browsers were signed out.',
    small: SECURE_ACCOUNT,
  })
}

function compose(layout: {
  heading: string
  name: string
  about: string
  link?: { label: string; url: string }
  small: string
}): ComposedMail {
  const link = layout.link ? `${layout.link.url}\n\n` : ''
  return {
    subject: layout.heading,
    text: `${layout.name} ${layout.about}\n\n${link}${layout.small}\n`,
    html: mailHtml(layout),
  }
}
