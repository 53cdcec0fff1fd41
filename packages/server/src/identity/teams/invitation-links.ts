import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type Database, inTransaction } from '../../database/database.ts'
import { one } from '../../database/rows.ts'
import { Refusal } from '@platen/template/refusal'
import { notSignedInError } from '../identity.ts'
import { type Invitation, INVITATIONS } from './invitations.ts'
import { addMemberAction } from './member-log.ts'
import type { Actor } from './members.ts'
import type { MemberRole } from './permissions.ts'

const TOKEN_BYTES = 32

/** Invitation as the invited person sees it. */
export interface ReceivedInvitation {
  /** E-mail address of the account. */
  account: string
  role: MemberRole
  invitedBy: string
  expiresAt: Date
}

/**
 * Reads the invitation of a link.
 * @throws {Refusal} `invalid` when the link is not valid; `forbidden` when it was sent to another address.
 */
export async function readInvitation(
  database: Database,
  token: string,
  user: Actor,
): Promise<ReceivedInvitation> {
  const { rows } = await sql<Invitation & { account: string }>`
    ${INVITATIONS} where token_hash = ${hashOf(token)} and expires_at > now()`.execute(database)
  const { account, role, invitedBy, expiresAt } = requireReceived(rows[0], user)
  return { account, role, invitedBy, expiresAt }
}

/**
 * Accepts the invitation of a link: makes the user a member, once. A user who is a member already keeps the role.
 * @returns the `userId` of the account.
 * @throws {Refusal} `invalid` when the link is not valid; `forbidden` when it was sent to another address.
 */
export async function acceptInvitation(
  database: Database,
  token: string,
  user: Actor,
): Promise<{ userId: string; role: MemberRole }> {
  return await inTransaction(database, async (transaction) => {
    // The user may have been deleted since the check of the session, with the last membership.
    const { rows: users } = await sql`select from users where id = ${user.id} for key share`.execute(
      transaction,
    )
    if (users.length === 0) throw notSignedInError()
    const { rows } = await sql<{ accountId: string; email: string; role: MemberRole }>`
      select account_id, email, role from invitations
      where token_hash = ${hashOf(token)} and expires_at > now() for update`.execute(transaction)
    const { accountId, role, email: subject } = requireReceived(rows[0], user)
    await sql`delete from invitations where token_hash = ${hashOf(token)}`.execute(transaction)
    const { rows: added } = await sql`
      insert into members (account_id, user_id, role) values (${accountId}, ${user.id}, ${role})
      on conflict (account_id, user_id) do nothing returning 1`.execute(transaction)
    if (added.length > 0)
      await addMemberAction(transaction, accountId, { action: 'join', actor: user.email, subject, role })
    const { rows: memberships } = await sql<{ userId: string; role: MemberRole }>`
      select accounts.user_id, members.role from members join accounts using (account_id)
      where account_id = ${accountId} and members.user_id = ${user.id}`.execute(transaction)
    return one(memberships)
  })
}

/**
 * Creates a token for the mail of an invitation, which replaces an earlier one. Only its hash is stored.
 * @returns `undefined` when the mail is sent already, or the invitation was revoked or has expired.
 */
export async function createInvitationToken(
  database: Database,
  invitationId: string,
): Promise<{ token: string; email: string; invitation: ReceivedInvitation } | undefined> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const { rows: updated } = await sql`
    update invitations set token_hash = ${hashOf(token)}
    where invitation_id = ${invitationId} and mail_status = 'queued' and expires_at > now() returning 1`.execute(
    database,
  )
  if (updated.length === 0) return undefined
  const { rows } = await sql<Invitation & { account: string }>`
    ${INVITATIONS} where token_hash = ${hashOf(token)}`.execute(database)
  const [row] = rows
  if (!row) return undefined
  const { email, account, role, invitedBy, expiresAt } = row
  return { token, email, invitation: { account, role, invitedBy, expiresAt } }
}

/** Stores the result of the mail with this token. Does nothing when a newer mail has replaced the token. */
export async function setMailStatus(
  database: Database,
  token: string,
  status: 'sent' | 'failed',
): Promise<void> {
  await sql`
    update invitations set mail_status = ${status} where token_hash = ${hashOf(token)}`.execute(database)
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function requireReceived<Row extends { email: string }>(row: Row | undefined, { email }: Actor): Row {
  if (!row) {
    throw new Refusal(
      'invalid',
      'This invitation is not valid: it was used or revoked, or it has expired. Ask an owner of the account for a new one.',
      { detail: 'INVALID_TOKEN' },
    )
  }
  if (row.email.toLowerCase() === email.toLowerCase()) return row
  throw new Refusal(
    'forbidden',
    `This invitation was sent to another e-mail address. You are signed in as ${email}. Sign out, and sign in with the address that received the invitation.`,
    { detail: 'OTHER_ADDRESS' },
  )
}
