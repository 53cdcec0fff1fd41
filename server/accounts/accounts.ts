import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Database, inTransaction, isUniqueViolation } from '../database/database.ts'
import { Refusal } from '../errors.ts'
import { isEmailAddress } from '../mail/addresses.ts'
import type { EgressRules } from '../egress/rules.ts'
import { addToLedger } from './credits.ts'

export const PLANS = ['default', 'enterprise'] as const
export type Plan = (typeof PLANS)[number]

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
  credits: number
  reserved: number
  suspended: boolean
  /** Which hosts its templates may load from, within what the operator allows. */
  egress: EgressRules
  createdAt: Date
}

/**
 * Creates an account with its welcome credits.
 * @throws {Refusal} `invalid` for an address that is none or that has an account already.
 */
export async function createAccount(
  database: Database,
  account: { email: string; plan: Plan; identityPrefix: string; welcomeCredits: number },
): Promise<Account> {
  const email = account.email.trim()
  if (!isEmailAddress(email)) throw new Refusal('invalid', `"${email}" is not an e-mail address.`)
  const accountId = randomUUID()
  try {
    return await inTransaction(database, async (transaction) => {
      await sql`
        insert into accounts (account_id, user_id, email, plan)
        values (${accountId}, ${`${account.identityPrefix}_${accountId}`}, ${email}, ${account.plan})`.execute(
        transaction,
      )
      if (account.welcomeCredits > 0) {
        await addToLedger(transaction, {
          accountId,
          kind: 'welcome',
          credits: account.welcomeCredits,
          reference: accountId,
        })
      }
      return await findAccount(transaction, accountId)
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new Refusal('invalid', `There is an account for ${email} already.`, { cause: error })
  }
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

/** Says which hosts an account's templates may load from, from the next print on. @throws {Refusal} `not-found`. */
export async function setEgressRules(database: Database, userId: string, rules: EgressRules): Promise<void> {
  const { accountId } = await findAccountByUserId(database, userId)
  await sql`update accounts set egress = ${JSON.stringify(rules)} where account_id = ${accountId}`.execute(
    database,
  )
}

/** All accounts, the oldest first. */
export async function listAccounts(database: Database): Promise<Account[]> {
  const { rows } = await sql<Account>`${ACCOUNTS} order by created_at, account_id`.execute(database)
  return rows
}

const ACCOUNTS = sql`
  select account_id as "accountId", user_id as "userId", email, plan, credits, reserved,
    suspended_at is not null as suspended, egress, created_at as "createdAt"
  from accounts`
