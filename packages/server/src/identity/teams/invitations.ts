import { sql } from 'kysely'
import { type Database, inTransaction, isUniqueViolation } from '../../database/database.ts'
import type { JobSender } from '../../database/job-sender.ts'
import { one, oneOrNotFound } from '../../database/rows.ts'
import { Refusal } from '@platen/template/refusal'
import { addMemberAction } from './member-log.ts'
import { type Actor, lockForOwner } from './members.ts'
import type { MemberRole } from './permissions.ts'

/** Days for which the link of an invitation works. */
export const INVITATION_DAYS = 7
/** Maximum number of members and valid invitations of an account together. */
export const MEMBERS_MAX = 100
/** Days for which an expired invitation stays in the list. */
const EXPIRED_KEPT_DAYS = 30

export const MAIL_STATUSES = ['queued', 'sent', 'failed'] as const

/** Invitation of a person to an account. */
export interface Invitation {
  invitationId: string
  email: string
  role: MemberRole
  mailStatus: (typeof MAIL_STATUSES)[number]
  /** E-mail address of the owner who sent it. */
  invitedBy: string
  createdAt: Date
  expiresAt: Date
  isExpired: boolean
}

/** Job that sends the mail of an invitation. It does not have the token of the link. */
export interface InvitationMailJob {
  invitationId: string
}

/** Queue of the mails of invitations. */
export type InvitationQueue = JobSender<{ 'invitation-mail': InvitationMailJob }>

interface Parts {
  database: Database
  queue: InvitationQueue
}

/** Returns the invitations of an account, the newest first. */
export async function listInvitations(database: Database, accountId: string): Promise<Invitation[]> {
  const { rows } = await sql<Invitation>`
    ${INVITATIONS} where invitations.account_id = ${accountId}
    order by invitations.created_at desc, invitation_id`.execute(database)
  return rows
}

/** Returns an invitation of an account. @throws {Refusal} `not-found`. */
export async function findInvitation(
  database: Database,
  accountId: string,
  invitationId: string,
): Promise<Invitation> {
  const { rows } = await sql<Invitation>`
    ${INVITATIONS} where invitations.account_id = ${accountId} and invitation_id = ${invitationId}`.execute(
    database,
  )
  return oneOrNotFound(rows, NO_INVITATION)
}

/** Returns true when a person has an invitation that is valid. */
export async function isInvited(database: Database, email: string): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (
      select from invitations where lower(email) = lower(${email}) and expires_at > now()) as exists`.execute(
    database,
  )
  return one(rows).exists
}

/**
 * Invites a person to an account, and queues the mail.
 * @throws {Refusal} `conflict` for a member, or a person who is invited already; `limit-reached`; `forbidden` when the
 * actor is no longer an owner.
 */
export async function invite(
  { database, queue }: Parts,
  invitation: { accountId: string; actor: Actor; email: string; role: MemberRole },
): Promise<Invitation> {
  const { accountId, actor, email, role } = invitation
  try {
    return await inTransaction(database, async (transaction) => {
      const members = await lockForOwner(transaction, accountId, actor)
      if (members.some((member) => member.email.toLowerCase() === email.toLowerCase()))
        throw new Refusal('conflict', `${email} is already a member of this account.`)
      await requireFreeMembership(transaction, accountId, members.length)
      const { rows } = await sql<{ invitationId: string }>`
        insert into invitations (account_id, email, role, invited_by, expires_at)
        values (${accountId}, ${email}, ${role}, ${actor.id}, ${EXPIRY})
        returning invitation_id`.execute(transaction)
      const { invitationId } = one(rows)
      await queue.send('invitation-mail', transaction, [{ data: { invitationId } }])
      await addMemberAction(transaction, accountId, {
        action: 'invite',
        actor: actor.email,
        subject: email,
        role,
      })
      return await findInvitation(transaction, accountId, invitationId)
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new Refusal(
      'conflict',
      `${email} already has an invitation to this account. Send the mail again, or revoke the invitation.`,
      { cause: error },
    )
  }
}

/**
 * Sends the mail of an invitation again, with a new link and expiry. The earlier link is no longer valid.
 * @throws {Refusal} `not-found`; `limit-reached`; `forbidden` when the actor is no longer an owner.
 */
export async function resendInvitation(
  { database, queue }: Parts,
  { accountId, actor, invitationId }: { accountId: string; actor: Actor; invitationId: string },
): Promise<Invitation> {
  return await inTransaction(database, async (transaction) => {
    const { length: members } = await lockForOwner(transaction, accountId, actor)
    // An expired invitation becomes valid again.
    await requireFreeMembership(transaction, accountId, members, invitationId)
    await sql`
      update invitations
      set token_hash = null, mail_status = 'queued', expires_at = ${EXPIRY}, invited_by = ${actor.id}
      where account_id = ${accountId} and invitation_id = ${invitationId}`.execute(transaction)
    const invitation = await findInvitation(transaction, accountId, invitationId)
    await queue.send('invitation-mail', transaction, [{ data: { invitationId } }])
    const { email: subject, role } = invitation
    await addMemberAction(transaction, accountId, { action: 'resend', actor: actor.email, subject, role })
    return invitation
  })
}

/** Revokes an invitation. Its link is no longer valid. @throws {Refusal} `not-found`; `forbidden`. */
export async function revokeInvitation(
  database: Database,
  { accountId, actor, invitationId }: { accountId: string; actor: Actor; invitationId: string },
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    await lockForOwner(transaction, accountId, actor)
    const { rows } = await sql<Pick<Invitation, 'email' | 'role'>>`
      delete from invitations where account_id = ${accountId} and invitation_id = ${invitationId}
      returning email, role`.execute(transaction)
    const { email, role } = oneOrNotFound(rows, NO_INVITATION)
    await addMemberAction(transaction, accountId, {
      action: 'revoke',
      actor: actor.email,
      subject: email,
      role,
    })
  })
}

/** Marks the mail of an invitation failed after its last attempt. */
export async function failInvitationMail(database: Database, invitationId: string): Promise<void> {
  await sql`
    update invitations set mail_status = 'failed'
    where invitation_id = ${invitationId} and mail_status = 'queued'`.execute(database)
}

/** Deletes invitations that expired 30 days ago, and users who were invited and have joined no account. */
export async function deleteExpiredInvitations(database: Database, now: Date): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with expired as (
      delete from invitations
      where expires_at < ${now}::timestamptz - ${EXPIRED_KEPT_DAYS} * interval '1 day' returning 1
    ), without_account as (
      delete from users
      where created_at < ${now}::timestamptz - ${INVITATION_DAYS} * interval '1 day'
        and not exists (select from members where members.user_id = users.id)
        and not exists (
          select from invitations where lower(invitations.email) = lower(users.email) and expires_at > ${now})
      returning 1
    )
    select (select count(*) from expired) + (select count(*) from without_account) as deleted`.execute(
    database,
  )
  return one(rows).deleted
}

const NO_INVITATION = 'This invitation does not exist.'
const EXPIRY = sql`date_trunc('seconds', now()) + ${INVITATION_DAYS} * interval '1 day'`

/** SQL that selects invitations with the addresses of their account and their inviter. */
export const INVITATIONS = sql`
  select invitation_id, invitations.email, invitations.role, mail_status, invitations.created_at, expires_at,
    expires_at <= now() as "isExpired", users.email as "invitedBy",
    accounts.email as account
  from invitations join accounts using (account_id) join users on users.id = invited_by`

/** @param except invitation that is not counted. @throws {Refusal} `limit-reached`. */
async function requireFreeMembership(
  transaction: Database,
  accountId: string,
  members: number,
  except?: string,
): Promise<void> {
  const { rows } = await sql`
    select from invitations
    where account_id = ${accountId} and expires_at > now()
      and invitation_id is distinct from ${except ?? null}::uuid`.execute(transaction)
  if (members + rows.length < MEMBERS_MAX) return
  throw new Refusal(
    'limit-reached',
    `The account has ${MEMBERS_MAX} members and pending invitations, which is the maximum. Remove a member or revoke an invitation first.`,
  )
}
