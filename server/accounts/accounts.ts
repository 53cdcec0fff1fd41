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
/** Rights of the account's user in the dashboard: the own account only, or all accounts. */
export type Role = (typeof ROLES)[number]

/** Number of templates that an account of a plan may have; `undefined`: no limit. */
export const TEMPLATES_MAX = { default: 500, enterprise: undefined } as const satisfies Record<
  Plan,
  number | undefined
>

export interface Account {
  accountId: string
  /** The identifier in the API: `<IDENTITY_PREFIX>_<uuid>`. */
  userId: string
  email: string
  plan: Plan
  role: Role
  credits: number
  reserved: number
  suspended: boolean
  /** Hosts that its templates may load from, within the operator's rules. */
  egress: EgressRules
  /** Default for helpers of its templates. */
  locale: string
  timeZone: string
  /** Date on which all its data are deleted, after its owner requested it. */
  deletionAt: Date | null
  createdAt: Date
}

/** Initial values of an account. */
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
 *
 * @throws {Refusal} `invalid` for an invalid e-mail address or one that already has an account
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
 * Adds an account with its welcome credits, in the caller's transaction. The transaction fails on a unique key when the
 * address already has an account, or when a concurrent transaction adds the first account.
 *
 * @param firstRole role of the account if there is no other account; `undefined`: every account is a member
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

/** Returns true if any account exists. */
export async function hasAccounts(database: Database): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from accounts) as found`.execute(database)
  const [row] = rows
  if (!row) throw new Error('The database did not answer whether accounts exist')
  return row.found
}

/**
 * Returns the account with this id.
 *
 * @throws {Refusal} `not-found`
 */
export async function findAccount(database: Database, accountId: string): Promise<Account> {
  const { rows } = await sql<Account>`${ACCOUNTS} where account_id = ${accountId}`.execute(database)
  const [account] = rows
  if (!account) throw new Refusal('not-found', 'There is no such account.')
  return account
}

/**
 * Returns the account with this `userId`.
 *
 * @throws {Refusal} `not-found`
 */
export async function findAccountByUserId(database: Database, userId: string): Promise<Account> {
  const { rows } = await sql<Account>`${ACCOUNTS} where user_id = ${userId}`.execute(database)
  const [account] = rows
  if (!account) {
    throw new Refusal('not-found', `There is no account ${userId}. "platen accounts list" shows them all.`)
  }
  return account
}

/**
 * Returns the account with this `userId` or e-mail address.
 *
 * @throws {Refusal} `not-found`
 */
export async function findAccountNamed(database: Database, name: string): Promise<Account> {
  // A `userId` contains no @.
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

/** Returns all accounts, the oldest first. */
export async function listAccounts(database: Database): Promise<Account[]> {
  const { rows } = await sql<Account>`${ACCOUNTS} order by created_at, account_id`.execute(database)
  return rows
}

const ACCOUNTS = sql`
  select account_id as "accountId", user_id as "userId", email, plan, role, credits, reserved,
    suspended_at is not null as suspended, egress, locale, time_zone as "timeZone",
    deletion_at as "deletionAt", created_at as "createdAt"
  from accounts`
