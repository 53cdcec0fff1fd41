import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Database, inTransaction, isUniqueViolation } from '../database/database.ts'
import { one, oneOrNotFound } from '../database/rows.ts'
import { Refusal } from '@platen/template/refusal'
import { isEmailAddress } from '../mail/addresses.ts'
import type { EgressRules } from '@platen/renderer/egress/rules'
import { addToLedger } from './credits.ts'

export const PLANS = ['default', 'enterprise'] as const
export type Plan = (typeof PLANS)[number]

export const ROLES = ['member', 'operator'] as const
/** Role of a user in the dashboard: members manage their own account, operators manage all accounts. */
export type Role = (typeof ROLES)[number]

/** Maximum number of templates by plan; `undefined` without a limit. */
export const TEMPLATES_MAX = { default: 500, enterprise: undefined } as const satisfies Record<
  Plan,
  number | undefined
>

export interface Account {
  accountId: string
  /** Public identifier: `<IDENTITY_PREFIX>_<uuid>`. */
  userId: string
  email: string
  plan: Plan
  role: Role
  credits: number
  reserved: number
  /** Credits that can be spent: balance minus reservations. */
  available: number
  suspended: boolean
  /** Hosts that the account's templates may load from, within the limits that the operator sets. */
  egress: EgressRules
  /** Default locale and time zone of the template helpers. */
  locale: string
  timeZone: string
  /** True when the request log keeps the bodies of the account's calls. */
  keepsRequestBodies: boolean
  /** Time when the account and its data are removed; `null` unless its owner requested the deletion. */
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

/** A new account. */
interface AddedAccount {
  accountId: string
  userId: string
  /** True when it is the first account of the service and received the role of the first account. */
  isFirst: boolean
}

/**
 * Creates an account with its welcome credits, if its address has not received any yet.
 * @throws {Refusal} `invalid` when the address is not valid or already has an account.
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
    throw new Refusal('invalid', `An account for ${email} already exists.`, { cause: error })
  }
}

/**
 * Adds an account in the caller's transaction, with welcome credits if its address has not received any yet. The
 * transaction fails with a unique violation when the address already has an account, or when a concurrent transaction
 * adds the first account.
 * @param firstRole role of the first account of the service; without it every account is a member.
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
    returning user_id, is_first`.execute(transaction)
  const added = one(rows)
  if (welcomeCredits > 0 && (await mayReceiveWelcomeCredits(transaction, email, accountId))) {
    await addToLedger(transaction, {
      accountId,
      kind: 'welcome',
      credits: welcomeCredits,
      reference: accountId,
    })
  }
  return { accountId, ...added }
}

/** Records that an address receives welcome credits. @returns false when it has received them with another account. */
async function mayReceiveWelcomeCredits(
  transaction: Database,
  email: string,
  accountId: string,
): Promise<boolean> {
  const { rows } = await sql`
    insert into welcome_credits (email_hash, account_id)
    values (sha256(convert_to(lower(${email}), 'UTF8')), ${accountId})
    on conflict (email_hash) do nothing returning 1`.execute(transaction)
  return rows.length > 0
}

/** Returns true if any account exists. */
export async function hasAccounts(database: Database): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (select from accounts) as exists`.execute(database)
  return one(rows).exists
}

/** Returns the account with this id. @throws {Refusal} `not-found`. */
export async function findAccount(database: Database, accountId: string): Promise<Account> {
  const { rows } = await sql<Account>`${ACCOUNTS} where account_id = ${accountId}`.execute(database)
  return oneOrNotFound(rows, 'This account does not exist.')
}

/** Returns the account with this public `userId`. @throws {Refusal} `not-found`. */
export async function findAccountByUserId(database: Database, userId: string): Promise<Account> {
  const { rows } = await sql<Account>`${ACCOUNTS} where user_id = ${userId}`.execute(database)
  return oneOrNotFound(
    rows,
    `Account ${userId} does not exist. List the accounts with "platen accounts list".`,
  )
}

/** Returns the account with this user id or e-mail address. @throws {Refusal} `not-found`. */
export async function findAccountByIdOrEmail(database: Database, name: string): Promise<Account> {
  // A user id contains no @.
  if (!name.includes('@')) return await findAccountByUserId(database, name)
  const { rows } = await sql<Account & { isTransferred: boolean }>`
    select accounts.*, transferred.is_transferred as "isTransferred"
    from (${ACCOUNTS}) accounts join accounts transferred using (account_id)
    where lower(accounts.email) = lower(${name})
    order by is_transferred, account_id`.execute(database)
  const [account, other] = rows
  // An owner's own account comes before the accounts that others have left to this owner.
  if (account?.isTransferred && other) {
    throw new Refusal(
      'invalid',
      `${rows.length} accounts have the e-mail address ${name}. Use the user id: list the accounts with "platen accounts list".`,
    )
  }
  return oneOrNotFound(
    rows,
    `No account has the e-mail address ${name}. List the accounts with "platen accounts list".`,
  )
}

/** Returns all accounts, the oldest first. */
export async function listAccounts(database: Database): Promise<Account[]> {
  const { rows } = await sql<Account>`${ACCOUNTS} order by created_at, account_id`.execute(database)
  return rows
}

const ACCOUNTS = sql`
  select account_id, user_id, email, plan, role, credits, reserved,
    credits - reserved as available, suspended_at is not null as suspended, egress, locale, time_zone,
    keeps_request_bodies, deletion_at,
    created_at
  from accounts`
