import { sql } from 'kysely'
import { insertAccount, type Role } from '../accounts/accounts.ts'
import { addCredits } from '../accounts/credits.ts'
import { type AuditedAction, FIRST_SIGN_UP, addAuditEntry } from '../accounts/audit-log.ts'
import { type Database, inTransaction, isUniqueViolation } from '../database/database.ts'
import { one } from '../database/rows.ts'
import { Refusal } from '@platen/template/refusal'
import { isEmailAddress } from '../mail/addresses.ts'
import { type Claims, notSignedInError } from './identity.ts'

/** A signed-in user and the user's account. */
export interface User {
  id: string
  accountId: string
  /** `built-in`, or the URL of the OpenID Connect provider. */
  issuer: string
  subject: string
  name: string
  email: string
  role: Role
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

const ATTEMPTS_MAX = 3

/**
 * Returns the user of a token. At the first sign-in, the user gets a new account with welcome credits, or the account
 * that an operator created for the verified e-mail address.
 * @throws {Refusal} `unauthorized` when the session has ended; `forbidden` when the address is not verified, or when
 * its account belongs to another user.
 */
export async function findOrCreateUser(
  database: Database,
  claims: Claims,
  accounts: NewAccounts,
): Promise<User> {
  const { isAlive, user } = await findUser(database, claims)
  if (!isAlive) throw notSignedInError()
  if (!user) return await createUser(database, claims, accounts)
  return await updateUser(database, user, claims)
}

async function findUser(database: Database, { issuer, subject, sessionId }: Claims) {
  const { rows } = await sql<{ isAlive: boolean } & (User | { id: null })>`
    select session.alive as "isAlive", person.*
    from (select ${sessionId ?? null}::uuid is null or exists (
      select from identity_sessions
      where id = ${sessionId ?? null}::uuid and user_id::text = ${subject} and expires_at > now()) as alive) session
    left join lateral (
      select users.id, account_id, issuer, subject, name, users.email, role,
        suspended_at is not null as suspended
      from users join accounts using (account_id)
      where issuer = ${issuer} and subject = ${subject}) person on true`.execute(database)
  const { isAlive, ...user } = one(rows)
  return { isAlive, user: user.id === null ? undefined : user }
}

/**
 * Creates the user and, if necessary, the account. Unique keys decide between concurrent calls. The losing call reads
 * again.
 */
async function createUser(database: Database, claims: Claims, accounts: NewAccounts): Promise<User> {
  const email = claims.email?.trim() ?? ''
  if (!claims.emailVerified || !isEmailAddress(email)) {
    throw new Refusal('forbidden', 'Your e-mail address is not verified. Please verify it and sign in again.')
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      await inTransaction(database, async (transaction) => {
        const accountId =
          (await findUnclaimedAccount(transaction, email)) ??
          (await insertAccountIfOpen(transaction, email, accounts))
        await sql`
          insert into users (account_id, issuer, subject, name, email, email_as_of)
          values (${accountId}, ${claims.issuer}, ${claims.subject}, ${claims.name}, ${email}, ${claims.issuedAt})`.execute(
          transaction,
        )
      })
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
    }
    const { user } = await findUser(database, claims)
    if (user) return user
    if (attempt < ATTEMPTS_MAX) continue
    throw new Refusal('forbidden', 'The account of your e-mail address belongs to another user.')
  }
}

/** Copies the name and the address of the token to the user. Neither identifies the user: issuer and subject do. */
async function updateUser(database: Database, user: User, claims: Claims): Promise<User> {
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
        returning account_id)
      update accounts set email = ${email} from person
      where accounts.account_id = person.account_id and lower(accounts.email) = lower(${user.email})
        -- When another account has the address, mails continue to go to the old one.
        and not exists (
          select from accounts others
          where lower(others.email) = lower(${email}) and others.account_id <> person.account_id)`.execute(
      database,
    )
  } catch (error) {
    // A concurrent call updated the user. The next call reads the result.
    if (!isUniqueViolation(error)) throw error
  }
  const { user: updated } = await findUser(database, claims)
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
    where lower(email) = lower(${email}) and not exists (
      select from users where users.account_id = accounts.account_id)
    for update`.execute(transaction)
  return rows[0]?.accountId
}

/**
 * Deletes the user of an account, with password and sessions. The next user who signs in with the account's verified
 * address gets the account.
 * @throws {Refusal} `not-found` when the account has no user.
 */
export async function releaseAccount(database: Database, entry: AuditedAction): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const { rows } = await sql`
      delete from users using accounts
      where users.account_id = accounts.account_id and user_id = ${entry.userId} returning id`.execute(
      transaction,
    )
    if (rows.length === 0) throw new Refusal('not-found', `No user signs in to the account ${entry.userId}.`)
    await addAuditEntry(transaction, entry, 'release', {})
  })
}
