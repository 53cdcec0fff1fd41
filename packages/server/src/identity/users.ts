import { sql } from 'kysely'
import { findAccountByUserId, insertAccount, type Role } from '../accounts/accounts.ts'
import { addCredits } from '../accounts/credits.ts'
import { type AuditedAction, FIRST_SIGN_UP, addAuditEntry } from '../accounts/audit-log.ts'
import { type Database, inTransaction, isUniqueViolation } from '../database/database.ts'
import { one } from '../database/rows.ts'
import { Refusal } from '@platen/template/refusal'
import { isEmailAddress } from '../mail/addresses.ts'
import { type Claims, notSignedInError } from './identity.ts'
import { isInvited } from './teams/invitations.ts'
import { removeAllMembers } from './teams/members.ts'
import type { MemberRole } from './teams/permissions.ts'

/** A signed-in user, and the account of the call. */
export interface User {
  id: string
  /** `built-in`, or the URL of the OpenID Connect provider. */
  issuer: string
  subject: string
  name: string
  email: string
  /** `undefined` when the user belongs to no account, or not to the account that the call names. */
  membership: UserMembership | undefined
}

/** Membership of a user in the account of a call. */
export interface UserMembership {
  accountId: string
  memberId: string
  role: MemberRole
  /** True for the user of an operator's own account. Other members of the account are not operators. */
  isOperator: boolean
  suspended: boolean
}

/** Rules for new accounts at the first sign-in, and their initial values. */
export interface NewAccounts {
  signUp: 'open' | 'invited'
  identityPrefix: string
  welcomeCredits: number
  /** Role and additional credits of the first account; `undefined` when it is created like all others. */
  first: { role: Role; credits: number } | undefined
}

/** Account of a call. */
interface AccountOfCall {
  /** `userId` of the account that the call names. Default: the user's own account, or the oldest membership. */
  accountUserId?: string | undefined
  /**
   * False for a call that needs no account, such as the answer to an invitation. Its membership is in an account that is
   * not suspended, if the user has one.
   */
  needsAccount: boolean
}

const ATTEMPTS_MAX = 3
const CREATED_CONCURRENTLY = new Error('A concurrent call has created the account of this user')

/**
 * Returns the user of a token. At the first sign-in, the user gets a new account with welcome credits, or the account
 * that an operator created for the verified e-mail address. A call that needs no account creates none.
 * @throws {Refusal} `unauthorized` when the session has ended; `forbidden` when the address is not verified, or when
 * its account belongs to another user.
 */
export async function findOrCreateUser(
  database: Database,
  claims: Claims,
  accounts: NewAccounts,
  account: AccountOfCall = { needsAccount: true },
): Promise<User> {
  for (let attempt = 1; ; attempt += 1) {
    const { isAlive, user } = await findUser(database, claims, account)
    if (!isAlive) throw notSignedInError()
    const isComplete =
      user && (user.membership || !account.needsAccount || account.accountUserId !== undefined)
    if (isComplete) return await updateUser(database, user, claims, account)
    if (attempt > ATTEMPTS_MAX)
      throw new Refusal('forbidden', 'The account of your e-mail address belongs to another user.')
    await createUser(database, claims, accounts, account.needsAccount)
  }
}

async function findUser(
  database: Database,
  { issuer, subject, sessionId }: Claims,
  { accountUserId, needsAccount }: AccountOfCall,
) {
  const { rows } = await sql<{ isAlive: boolean; user: User | null }>`
    select session.alive as "isAlive", person.value as "user"
    from (select ${sessionId ?? null}::uuid is null or exists (
      select from identity_sessions
      where id = ${sessionId ?? null}::uuid and user_id::text = ${subject} and expires_at > now()) as alive) session
    left join lateral (
      select json_build_object('id', users.id, 'issuer', issuer, 'subject', subject, 'name', name,
        'email', users.email, 'membership', membership.value) as value
      from users left join lateral (
        select json_build_object('accountId', account_id, 'memberId', member_id, 'role', members.role,
          'isOperator', accounts.role = 'operator' and members.role = 'owner' and is_own,
          'suspended', suspended_at is not null) as value
        from members join accounts using (account_id),
          lateral (select members.account_id is not distinct from users.account_id as is_own) own
        where members.user_id = users.id
          and (${accountUserId ?? null}::text is null or accounts.user_id = ${accountUserId ?? null})
        -- The default of calls that need an account does not depend on suspensions of other accounts.
        order by ${!needsAccount} and suspended_at is not null, is_own desc, suspended_at is not null,
          members.created_at, member_id limit 1
      ) membership on true
      where issuer = ${issuer} and subject = ${subject}) person on true`.execute(database)
  const { isAlive, user } = one(rows)
  return { isAlive, user: user === null ? undefined : { ...user, membership: user.membership ?? undefined } }
}

/**
 * Creates the user and, if necessary, the account. Does nothing when a concurrent call created one of them: unique keys
 * decide.
 * @throws {Refusal} `forbidden` when the address is not verified, or may have no account.
 */
async function createUser(
  database: Database,
  claims: Claims,
  accounts: NewAccounts,
  needsAccount: boolean,
): Promise<void> {
  const email = claims.email?.trim() ?? ''
  if (!claims.emailVerified || !isEmailAddress(email)) {
    throw new Refusal('forbidden', 'Your e-mail address is not verified. Please verify it and sign in again.')
  }
  try {
    await inTransaction(database, async (transaction) => {
      const mayWait = !needsAccount && (accounts.signUp === 'open' || (await isInvited(transaction, email)))
      const accountId =
        (await findUnclaimedAccount(transaction, email)) ??
        (mayWait ? null : await insertAccountIfOpen(transaction, email, accounts))
      // A trigger makes the user of an own account its owner.
      const { rows } = await sql`
        insert into users (account_id, issuer, subject, name, email, email_as_of)
        values (${accountId}, ${claims.issuer}, ${claims.subject}, ${claims.name}, ${email}, ${claims.issuedAt})
        on conflict (issuer, subject) do update set account_id = excluded.account_id
          where users.account_id is null
        returning 1`.execute(transaction)
      // Removes the new account.
      if (rows.length === 0) throw CREATED_CONCURRENTLY
    })
  } catch (error) {
    if (error !== CREATED_CONCURRENTLY && !isUniqueViolation(error)) throw error
  }
}

/** Copies the name and the address of the token to the user. Neither identifies the user: issuer and subject do. */
async function updateUser(
  database: Database,
  user: User,
  claims: Claims,
  account: AccountOfCall,
): Promise<User> {
  const hasValidAddress = claims.emailVerified && claims.email !== undefined && isEmailAddress(claims.email)
  const email = hasValidAddress && claims.email !== undefined ? claims.email : user.email
  const name = claims.name === '' ? user.name : claims.name
  if (name === user.name && email === user.email) return user
  try {
    // An older token can contain older values.
    await sql`
      with person as (
        update users set name = ${name}, email = ${email}, email_as_of = ${claims.issuedAt}
        where id = ${user.id} and email_as_of <= ${claims.issuedAt}
        returning id, account_id)
      update accounts set email = ${email} from person
      where lower(accounts.email) = lower(${user.email}) and (
        accounts.account_id = person.account_id
          -- When another account has the address, the account keeps the old one.
          and not exists (
            select from accounts others
            where lower(others.email) = lower(${email}) and not others.is_transferred
              and others.account_id <> person.account_id)
        or is_transferred and exists (
          select from members where members.account_id = accounts.account_id and members.user_id = person.id))`.execute(
      database,
    )
  } catch (error) {
    // A concurrent call updated the user. The next call reads the result.
    if (!isUniqueViolation(error)) throw error
  }
  const { user: updated } = await findUser(database, claims, account)
  return updated ?? user
}

async function insertAccountIfOpen(
  transaction: Database,
  email: string,
  { signUp, first, ...initialValues }: NewAccounts,
): Promise<string> {
  if (signUp === 'invited') {
    throw new Refusal(
      'forbidden',
      'No account exists for your e-mail address. Ask the operator of this service for one.',
    )
  }
  const account = { email, plan: 'default', ...initialValues } as const
  const { accountId, userId, isFirst } = await insertAccount(transaction, account, first?.role)
  if (first && isFirst) await grantFirstAccount(transaction, { accountId, userId, ...first })
  return accountId
}

/** Adds the credits of the first account, and writes role and credits to the audit log. */
async function grantFirstAccount(
  transaction: Database,
  account: { accountId: string; userId: string; role: Role; credits: number },
): Promise<void> {
  const { accountId, userId, role, credits } = account
  const action = { actor: FIRST_SIGN_UP, userId }
  const reason = 'First account of this service'
  if (role !== 'member') await addAuditEntry(transaction, action, 'role', { role, was: 'member', reason })
  if (credits === 0) return
  await addCredits(transaction, { accountId, credits, reference: `first:${accountId}`, note: reason })
  await addAuditEntry(transaction, action, 'credits', { credits, reason })
}

/** Returns the account of this address when no user signs in to it yet. */
async function findUnclaimedAccount(transaction: Database, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ accountId: string }>`
    select account_id from accounts
    where lower(email) = lower(${email}) and not is_transferred and not exists (
      select from members where members.account_id = accounts.account_id)
    for update`.execute(transaction)
  return rows[0]?.accountId
}

/**
 * Removes the members of an account, and the users who belong to no other account, with password and sessions. The next
 * user who signs in with the account's verified address gets the account.
 * @throws {Refusal} `not-found` when the account has no user; `conflict` when another account has its address.
 */
export async function releaseAccount(database: Database, entry: AuditedAction): Promise<void> {
  try {
    await inTransaction(database, async (transaction) => {
      const { accountId } = await findAccountByUserId(transaction, entry.userId)
      if ((await removeAllMembers(transaction, accountId)) === 0)
        throw new Refusal('not-found', `No user signs in to the account ${entry.userId}.`)
      await sql`update accounts set is_transferred = false where account_id = ${accountId}`.execute(
        transaction,
      )
      await addAuditEntry(transaction, entry, 'release', {})
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new Refusal(
      'conflict',
      `Another account has the e-mail address of ${entry.userId}, so no user could sign in to the released account. Release or remove the other account first.`,
      { cause: error },
    )
  }
}
