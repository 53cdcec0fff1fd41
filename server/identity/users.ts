import { sql } from 'kysely'
import { insertAccount, type Role } from '../accounts/accounts.ts'
import { addCredits } from '../accounts/credits.ts'
import { type AuditActor, FIRST_SIGN_UP, addAuditEntry } from '../accounts/audit-log.ts'
import { type Database, inTransaction, isUniqueViolation } from '../database/database.ts'
import { Refusal } from '../errors.ts'
import { isEmailAddress } from '../mail/addresses.ts'
import { type Claims, notSignedIn } from './identity.ts'

/** A signed-in user with the account. */
export interface User {
  personId: string
  accountId: string
  /** 'built-in', or the URL of the OpenID Connect provider. */
  issuer: string
  subject: string
  name: string
  email: string
  role: Role
  suspended: boolean
}

/** Creation of accounts by a sign-in, and their initial values. */
export interface NewAccounts {
  signUp: 'open' | 'invited'
  identityPrefix: string
  welcomeCredits: number
  /** Role and additional credits of the first account; `undefined` when it is like all others. */
  first: { role: Role; credits: number } | undefined
}

const ATTEMPTS_MAX = 3

/**
 * Returns the user of a token. The first sign-in of a user creates an account with its welcome credits, or takes over
 * the account that an operator created for the verified e-mail address.
 *
 * @throws {Refusal} `unauthorized` when the session has ended; `forbidden` for an address that is not verified, or
 * whose account belongs to another user
 */
export async function findOrCreateUser(
  database: Database,
  claims: Claims,
  accounts: NewAccounts,
): Promise<User> {
  const { isAlive, person } = await findPerson(database, claims)
  if (!isAlive) throw notSignedIn()
  if (!person) return await createPerson(database, claims, accounts)
  return await keepUpToDate(database, person, claims)
}

async function findPerson(database: Database, { issuer, subject, sessionId }: Claims) {
  const { rows } = await sql<{ isAlive: boolean } & (User | { personId: null })>`
    select session.alive as "isAlive", person.*
    from (select ${sessionId ?? null}::uuid is null or exists (
      select from identity_sessions
      where id = ${sessionId ?? null}::uuid and user_id::text = ${subject} and expires_at > now()) as alive) session
    left join lateral (
      select person_id as "personId", account_id as "accountId", issuer, subject, name, people.email, role,
        suspended_at is not null as suspended
      from people join accounts using (account_id)
      where issuer = ${issuer} and subject = ${subject}) person on true`.execute(database)
  const [row] = rows
  if (!row) throw new Error('The database said nothing about a session')
  const { isAlive, ...person } = row
  return { isAlive, person: person.personId === null ? undefined : person }
}

/** Unique keys of users and accounts decide between concurrent calls; the later one reads again. */
async function createPerson(database: Database, claims: Claims, accounts: NewAccounts): Promise<User> {
  const email = claims.email?.trim() ?? ''
  if (!claims.emailVerified || !isEmailAddress(email)) {
    throw new Refusal('forbidden', 'Your e-mail address is not verified. Please verify it and sign in again.')
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      await inTransaction(database, async (transaction) => {
        const accountId =
          (await findUnclaimedAccount(transaction, email)) ??
          (await insertOpenAccount(transaction, email, accounts))
        await sql`
          insert into people (account_id, issuer, subject, name, email, email_as_of)
          values (${accountId}, ${claims.issuer}, ${claims.subject}, ${claims.name}, ${email}, ${claims.issuedAt})`.execute(
          transaction,
        )
      })
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
    }
    const { person } = await findPerson(database, claims)
    if (person) return person
    if (attempt < ATTEMPTS_MAX) continue
    throw new Refusal('forbidden', 'The account of your e-mail address belongs to another sign-in.')
  }
}

/** Stores the issuer's current name and address of a user. */
async function keepUpToDate(database: Database, person: User, claims: Claims): Promise<User> {
  const isOurs = claims.emailVerified && claims.email !== undefined && isEmailAddress(claims.email)
  const email = isOurs && claims.email !== undefined ? claims.email : person.email
  const name = claims.name === '' ? person.name : claims.name
  if (name === person.name && email === person.email) return person
  try {
    // A token that is a few minutes old may contain the previous values.
    await sql`
      with person as (
        update people set name = ${name}, email = ${email}, email_as_of = ${claims.issuedAt}
        where person_id = ${person.personId} and email_as_of <= ${claims.issuedAt}
        returning account_id)
      update accounts set email = ${email} from person
      where accounts.account_id = person.account_id and lower(accounts.email) = lower(${person.email})
        -- Where another account has the address, mails go on to the old one.
        and not exists (
          select from accounts others
          where lower(others.email) = lower(${email}) and others.account_id <> person.account_id)`.execute(
      database,
    )
  } catch (error) {
    // A concurrent call stored them first. The next call reads its values.
    if (!isUniqueViolation(error)) throw error
  }
  const { person: updated } = await findPerson(database, claims)
  return updated ?? person
}

async function insertOpenAccount(
  transaction: Database,
  email: string,
  { signUp, first, ...beginning }: NewAccounts,
): Promise<string> {
  if (signUp === 'invited') {
    throw new Refusal('forbidden', 'There is no account for your e-mail address. Please ask for one.')
  }
  const account = { email, plan: 'default', ...beginning } as const
  const { accountId, userId, isFirst } = await insertAccount(transaction, account, first?.role)
  if (first && isFirst) await equipFirstAccount(transaction, { accountId, userId, ...first })
  return accountId
}

/** Adds the credits of the first account, and writes role and credits to the audit log. */
async function equipFirstAccount(
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

/** Returns the account of this address that has no user yet. */
async function findUnclaimedAccount(transaction: Database, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ accountId: string }>`
    select account_id as "accountId" from accounts
    where lower(email) = lower(${email}) and not exists (
      select from people where people.account_id = accounts.account_id)
    for update`.execute(transaction)
  return rows[0]?.accountId
}

/**
 * Detaches an account from its user: the next user with its verified address takes it over. The user's password and
 * sessions are deleted.
 *
 * @throws {Refusal} `not-found` when the account has no user
 */
export async function releaseAccount(database: Database, deed: AuditActor): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const { rows } = await sql`
      delete from people using accounts
      where people.account_id = accounts.account_id and user_id = ${deed.userId} returning person_id`.execute(
      transaction,
    )
    if (rows.length === 0) throw new Refusal('not-found', `Nobody signs in to an account ${deed.userId}.`)
    await addAuditEntry(transaction, deed, 'release', {})
  })
}
