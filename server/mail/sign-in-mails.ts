import { letterHtml } from './mail-layout.ts'

/** Content of a mail. */
export interface Composed {
  subject: string
  text: string
  html: string
}

// Any person may have typed the address, so mails quote no other input.
const IGNORE = 'If this was not you, you need not do anything: without this link nothing happens.'
const BE_CAREFUL =
  'If this was not you, set a new password at once: "Forgot password?" on the page to sign in.'

/** Asks a new user to verify the address. */
export function composeConfirmAddress(address: string, url: string): Composed {
  return compose({
    heading: 'Confirm your e-mail address',
    name: address,
    about: 'was used to sign up for Platen. Confirm that it is yours, and you can begin.',
    link: { label: 'Confirm the address', url },
    small: `The link works for one hour. ${IGNORE}`,
  })
}

/** Sent to a user who signs up again. The web page must not reveal that the account exists. */
export function composeSignedUpAlready(address: string, url: string): Composed {
  return compose({
    heading: 'You have an account already',
    name: address,
    about: 'was used to sign up for Platen, but there is an account for it. Just sign in.',
    link: { label: 'Sign in', url },
    small: 'Did you forget your password? The page to sign in helps. If this was not you, do nothing.',
  })
}

/** Sent to a user who forgot the password. */
export function composeResetPassword(address: string, url: string): Composed {
  return compose({
    heading: 'Set a new password',
    name: address,
    about: 'is the address of an account whose password somebody wants to set anew.',
    link: { label: 'Set a new password', url },
    small: `The link works once, for one hour. ${IGNORE}`,
  })
}

/** Asks to verify the new address of an account. */
export function composeConfirmNewAddress(address: string, url: string): Composed {
  return compose({
    heading: 'Confirm your new e-mail address',
    name: address,
    about: 'shall become the address that you sign in to Platen with.',
    link: { label: 'Confirm the address', url },
    small: `The link works for one hour. ${IGNORE}`,
  })
}

/** Sent to the old address of an account after a change. */
export function composeAddressChanged(address: string): Composed {
  return compose({
    heading: 'Your e-mail address was changed',
    name: address,
    about: 'is no longer the address that you sign in to Platen with.',
    small: 'If this was not you, contact the operator of this service.',
  })
}

/** Sent after a change of the password. */
export function composePasswordChanged(address: string): Composed {
  return compose({
    heading: 'Your password was changed',
    name: address,
    about: 'signs in to Platen with a new password now. Every other browser was signed out.',
    small: BE_CAREFUL,
  })
}

function compose(letter: {
  heading: string
  name: string
  about: string
  link?: { label: string; url: string }
  small: string
}): Composed {
  const link = letter.link ? `${letter.link.url}\n\n` : ''
  return {
    subject: letter.heading,
    text: `${letter.name} ${letter.about}\n\n${link}${letter.small}\n`,
    html: letterHtml(letter),
  }
}
