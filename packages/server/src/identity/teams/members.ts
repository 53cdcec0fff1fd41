import { sql } from 'kysely'
import { type Database, inTransaction } from '../../database/database.ts'
import { oneOrNotFound } from '../../database/rows.ts'
import { Refusal } from '@platen/template/refusal'
import { endOperatorRole } from '../../accounts/audit-log.ts'
import { addMemberAction } from './member-log.ts'
import { type MemberPermission, type MemberRole, rolesWith } from './permissions.ts'

/** Member of an account: a user with a role. */
export interface Member {
  memberId: string
  name: string
  email: string
  role: MemberRole
  /** Time when the user became a member. */
  createdAt: Date
}

/** Account of a user, with the user's role in it. */
export interface Membership {
  /** Public identifier of the account. */
  userId: string
  email: string
  role: MemberRole
  /** True for the account that was created for the user. */
  isOwn: boolean
  suspended: boolean
}

/** User who changes the members of an account. */
export interface Actor {
  /** Id of the user. */
  id: string
  email: string
}

/** Returns the members of an account: owners first, then by time. */
export async function listMembers(database: Database, accountId: string): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select member_id, name, email, role, members.created_at
    from members join users on users.id = members.user_id
    where members.account_id = ${accountId}
    order by role = 'owner' desc, members.created_at, member_id`.execute(database)
  return rows
}

/** Returns the accounts of a user: the own one first, then by time. */
export async function listMemberships(database: Database, userId: string): Promise<Membership[]> {
  const { rows } = await sql<Membership>`
    select accounts.user_id, accounts.email, members.role,
      users.account_id is not distinct from members.account_id as "isOwn",
      suspended_at is not null as suspended
    from members join accounts using (account_id) join users on users.id = members.user_id
    where members.user_id = ${userId}
    order by "isOwn" desc, members.created_at, member_id`.execute(database)
  return rows
}

/**
 * Returns the addresses that receive mails about an account: those of all members with a permission. The address of the
 * account if it has no members.
 */
export async function findRecipients(
  database: Database,
  accountId: string,
  permission: MemberPermission,
): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from members join users on users.id = members.user_id
    where members.account_id = ${accountId} and role = any(${[...rolesWith(permission)]})
    union
    select email from accounts
    where account_id = ${accountId} and not exists (select from members where members.account_id = ${accountId})
    order by email`.execute(database)
  return rows.map(({ email }) => email)
}

/**
 * Changes the role of a member, from the next call on.
 * @throws {Refusal} `not-found`; `forbidden` when the actor is no longer an owner; `conflict` for the last owner.
 */
export async function changeMemberRole(
  database: Database,
  change: { accountId: string; actor: Actor; memberId: string; role: MemberRole },
): Promise<Member> {
  const { accountId, actor, memberId, role } = change
  return await inTransaction(database, async (transaction) => {
    const members = await lockForOwner(transaction, accountId, actor)
    const { userId, ...member } = memberOf(members, memberId)
    if (member.role === role) return member
    requireOtherOwner(members, memberId)
    await sql`update members set role = ${role} where member_id = ${memberId}`.execute(transaction)
    if (member.role === 'owner') await endOwnership(transaction, accountId, { userId, email: member.email })
    const entry = { actor: actor.email, subject: member.email, role, previousRole: member.role }
    await addMemberAction(transaction, accountId, { action: 'change-role', ...entry })
    return { ...member, role }
  })
}

/**
 * Removes a member. The member's next call for the account is rejected.
 * @throws {Refusal} `not-found`; `forbidden` when the actor is no longer an owner; `conflict` for the last owner.
 */
export async function removeMember(
  database: Database,
  { accountId, actor, memberId }: { accountId: string; actor: Actor; memberId: string },
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const members = await lockForOwner(transaction, accountId, actor)
    await endMembership(transaction, { accountId, members, memberId, actor: actor.email, action: 'remove' })
  })
}

/** Removes the user's own membership. @throws {Refusal} `not-found`; `conflict` for the last owner. */
export async function leaveAccount(
  database: Database,
  { accountId, actor }: { accountId: string; actor: Actor },
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const members = await lockMembers(transaction, accountId)
    const memberId = members.find(({ userId }) => userId === actor.id)?.memberId ?? ''
    await endMembership(transaction, { accountId, members, memberId, actor: actor.email, action: 'leave' })
  })
}

/**
 * Removes all members of an account, and the users who belong to no other account.
 * @returns the number of removed members.
 */
export async function removeAllMembers(transaction: Database, accountId: string): Promise<number> {
  const members = await lockMembers(transaction, accountId)
  await sql`update users set account_id = null where account_id = ${accountId}`.execute(transaction)
  await sql`delete from members where account_id = ${accountId}`.execute(transaction)
  await sql`delete from invitations where account_id = ${accountId}`.execute(transaction)
  return members.length
}

/**
 * Returns the members of an account for a change by an owner. Concurrent changes wait until the transaction ends.
 * @throws {Refusal} `forbidden` when the role of the actor was changed after the check of the route.
 */
export async function lockForOwner(
  transaction: Database,
  accountId: string,
  actor: Actor,
): Promise<LockedMember[]> {
  const members = await lockMembers(transaction, accountId)
  if (members.some(({ userId, role }) => userId === actor.id && role === 'owner')) return members
  throw new Refusal('forbidden', 'You are no longer an owner of this account.')
}

type LockedMember = Member & { userId: string }

async function lockMembers(transaction: Database, accountId: string): Promise<LockedMember[]> {
  // A lock of its own, because calls that are charged update the row of the account.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`members ${accountId}`}, 0))`.execute(transaction)
  const { rows } = await sql<LockedMember>`
    select member_id, members.user_id, name, email, role, members.created_at
    from members join users on users.id = members.user_id
    where members.account_id = ${accountId}
    order by members.created_at, member_id`.execute(transaction)
  return rows
}

function memberOf(members: readonly LockedMember[], memberId: string): LockedMember {
  return oneOrNotFound(
    members.filter((member) => member.memberId === memberId),
    'This member does not exist.',
  )
}

function requireOtherOwner(members: readonly LockedMember[], memberId: string): void {
  const isOwner = members.some((member) => member.memberId === memberId && member.role === 'owner')
  if (!isOwner || members.some((member) => member.memberId !== memberId && member.role === 'owner')) return
  throw new Refusal(
    'conflict',
    'This member is the last owner of the account. Make another member an owner first, or delete the account.',
  )
}

async function endMembership(
  transaction: Database,
  change: {
    accountId: string
    members: readonly LockedMember[]
    memberId: string
    actor: string
    action: 'remove' | 'leave'
  },
): Promise<void> {
  const { accountId, members, memberId, actor, action } = change
  const { userId, email, role } = memberOf(members, memberId)
  requireOtherOwner(members, memberId)
  await endOwnership(transaction, accountId, { userId, email })
  // A trigger deletes a user who belongs to no other account.
  await sql`delete from members where member_id = ${memberId}`.execute(transaction)
  await addMemberAction(transaction, accountId, { action, actor, subject: email, previousRole: role })
}

/**
 * Separates an account from a user who is, or will be, no longer its owner. Revokes the invitations that the user has sent, because the
 * user may have invited an own second address. The account is no longer the user's own nor an operator's, and gets the
 * address of its oldest owner if it has the user's.
 */
async function endOwnership(
  transaction: Database,
  accountId: string,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  await sql`
    delete from invitations where account_id = ${accountId} and invited_by = ${userId}`.execute(transaction)
  const { rows: own } = await sql`
    update users set account_id = null where id = ${userId} and account_id = ${accountId} returning 1`.execute(
    transaction,
  )
  if (own.length > 0) await endOperatorRole(transaction, accountId)
  await sql`
    update accounts set is_transferred = true, email = owner.email
    from (
      select users.email from members join users on users.id = members.user_id
      where members.account_id = ${accountId} and role = 'owner' and members.user_id <> ${userId}
      order by members.created_at, member_id limit 1) owner
    where accounts.account_id = ${accountId}
      and (${own.length > 0} or is_transferred and lower(accounts.email) = lower(${email}))`.execute(
    transaction,
  )
}
