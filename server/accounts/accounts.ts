import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Database, inTransaction, isUniqueViolation } from '../database/database.ts'
import { Refusal } from '../errors.ts'
import { isEmailAddress } from '../mail/addresses.ts'
import type { EgressRules } from '../egress/rules.ts'
import { addToLedger } from './credits.ts'

export const PLANS = ['default', 'enterprise'] as const
export type Plan = (typeof PLANS)[number]

export const ROLES = ['member', 'operator'] as const
/** What the account's person may do in the dashboard: see to its own account, or to all of them. */
export type Role = (typeof ROLES)[number]

/** How many templates an account of a plan may hold; undefined: as many as it likes. */
export const TEMPLATES_MAX = { default: 500, enterprise: undefined } as const satisfies Record<
  Plan,
  number | undefined
>

export interface Account {
  accountId: string
  /** The identifier that callers see: `<IDENTITY_PREFIX>_<uuid>`. */
  userId: string
  email: string
  plan: Plan
  role: Role
  credits: number
  reserved: number
  suspended: boolean
  /** Which hosts its templates may load from, within what the operator allows. */
  egress: EgressRules
  /** What helpers of its templates take where a template names none. */
  locale: string
  timeZone: string
  /** When everything of it is removed, if its owner wants that. */
  deletionAt: Date | null
  createdAt: Date
}

/** What an account begins with. */
interface NewAccount {
  email: string
  plan: Plan
  identityPrefix: string
  welcomeCredits: number
}

/** An account that was just added. */
interface AddedAccount {
  accountId: string
  userId: string
  /** True when it is the first account of the service and has the role for it. */
  isFirst: boolean
}

/**
 * Creates an account with its welcome credits.
 * @throws {Refusal} `invalid` for an address that is none or that has an account already.
 */
export async function createAccount(database: Database, account: NewAccount): Promise<Account> {
  const email = account.email.trim()
  if (!isEmailAddress(email)) throw new Refusal('invalid', `"${email}" is not an e-mail address.`)
  try {
    return await inTransaction(database, async (transaction) =>
      findAccount(transaction, (await insertAccount(transaction, { ...account, email })).accountId),
    )
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new Refusal('invalid', `There is an account for ${email} already.`, { cause: error })
  }
}

/**
 * Adds an account with its welcome credits, in the caller's transaction. The transaction fails on a unique key where
 * the address has an account already, or where a concurrent transaction adds the first account.
 * @param firstRole role of the account if there is no other account; undefined: every account is a member.
 */
export async function insertAccount(
  transaction: Database,
  account: NewAccount,
  firstRole?: Role,
): Promise<AddedAccount> {
  const { email, plan, identityPrefix, welcomeCredits } = account
  const accountId = randomUUID()
  const { rows } = await sql<Pick<AddedAccount, 'userId' | 'isFirst'>>`
    with first as (select ${firstRole !== undefined} and not exists (select from accounts) as is_first)
    insert into accounts (account_id, user_id, email, plan, role, is_first)
    select ${accountId}, ${`${identityPrefix}_${accountId}`}, ${email}, ${plan},
      case when is_first then ${firstRole ?? null} else 'member' end, is_first
    from first
    returning user_id as "userId", is_first as "isFirst"`.execute(transaction)
  const [added] = rows
  if (!added) throw new Error('The database added no account')
  if (welcomeCredits > 0) {
    await addToLedger(transaction, {
      accountId,
      kind: 'welcome',
      credits: welcomeCredits,
      reference: accountId,
    })
  }
  return { accountId, ...added }
}

/** Returns whether any account exists. */
export async function hasAccounts(database: Database): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from accounts) as found`.execute(database)
  const [row] = rows
  if (!row) throw new Error('The database did not answer whether accounts exist')
  return row.found
}

/** The account with this id. @throws {Refusal} `not-found`. */
export async function findAccount(database: Database, accountId: string): Promise<Account> {
  const { rows } = await sql<Account>`${ACCOUNTS} where account_id = ${accountId}`.execute(database)
  const [account] = rows
  if (!account) throw new Refusal('not-found', 'There is no such account.')
  return account
}

/** The account that callers know by `userId`. @throws {Refusal} `not-found`. */
export async function findAccountByUserId(database: Database, userId: string): Promise<Account> {
  const { rows } = await sql<Account>`${ACCOUNTS} where user_id = ${userId}`.execute(database)
  const [account] = rows
  if (!account) {
    throw new Refusal('not-found', `There is no account ${userId}. "platen accounts list" shows them all.`)
  }
  return account
}

/** Finds the account with this user id or e-mail address. @throws {Refusal} `not-found`. */
export async function findAccountNamed(database: Database, name: string): Promise<Account> {
  // No user id has an @.
  if (!name.includes('@')) return await findAccountByUserId(database, name)
  const { rows } = await sql<Account>`${ACCOUNTS} where lower(email) = lower(${name})`.execute(database)
  const [account] = rows
  if (!account) {
    throw new Refusal(
      'not-found',
      `No account has the e-mail address ${name}. "platen accounts list" shows them all.`,
    )
  }
  return account
}

/** All accounts, the oldest first. */
export async function listAccounts(database: Database): Promise<Account[]> {
  const { rows } = await sql<Account>`${ACCOUNTS} order by created_at, account_id`.execute(database)
  return rows
}

const ACCOUNTS = sql`
  select account_id as "accountId", user_id as "userId", email, plan, role, credits, reserved,
    suspended_at is not null as suspended, egress, locale, time_zone as "timeZone",
    deletion_at as "deletionAt", created_at as "createdAt"
  from accounts`
