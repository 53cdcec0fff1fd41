import { mailHtml } from './mail-layout.ts'

/** Content of the mail with an invitation. */
interface InvitationMail {
  /** Address that is invited. */
  email: string
  /** E-mail address of the account. */
  account: string
  role: keyof typeof ROLE_TEXTS
  /** E-mail address of the owner who sends the invitation. */
  invitedBy: string
  expiresAt: Date
  /** Secret of the link. */
  token: string
}

const ROLE_TEXTS = {
  owner: 'an owner: you can change everything, including its members.',
  editor: 'an editor: you can change its templates and API keys, and render PDFs.',
  viewer: 'a viewer: you can read its templates and download its PDFs.',
  billing: 'a member for billing: you can read its usage and buy credits.',
}

/**
 * Composes the mail with the link of an invitation. It quotes only verified e-mail addresses, because any user can send an
 * invitation to any address.
 * @param baseUrl URL of the service, without a trailing slash.
 */
export function composeInvitation(
  invitation: InvitationMail,
  baseUrl: string,
): { subject: string; text: string; html: string } {
  const { account, email, role, invitedBy, expiresAt, token } = invitation
  const heading = 'You are invited to a Platen account'
  const whose = account === invitedBy ? 'their Platen account' : `the account of ${account}`
  const about = `invites you to ${whose} as ${ROLE_TEXTS[role]}`
  const url = `${baseUrl}/invitation?${new URLSearchParams({ token }).toString()}`
  const until = expiresAt.toISOString().slice(0, 16).replace('T', ' ')
  const small = `Sign in or sign up as ${email}, the address of this mail. The link works once, until ${until} UTC. If you do not expect this invitation, ignore this mail.`
  return {
    subject: `${invitedBy} invites you to a Platen account`,
    text: `${invitedBy} ${about}\n\n${url}\n\n${small}\n`,
    html: mailHtml({ heading, name: invitedBy, about, link: { label: 'Open the invitation', url }, small }),
  }
}
