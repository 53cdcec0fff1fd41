import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Database, inTransaction, isUniqueViolation } from '../database/database.ts'
import { type Page, pageOf } from '../database/pages.ts'
import { Refusal } from '@platen/template/refusal'
import { findAccountByUserId, type Plan, type Role } from './accounts.ts'
import { addCredits } from './credits.ts'

/** Actor of an action and the account that it concerns. */
export interface AuditedAction {
  /** The operator's `userId`, `COMMAND_LINE`, `FIRST_SIGN_UP` or `HANDOVER`. */
  actor: string
  /** `userId` of the account. */
  userId: string
}

/** Actor of actions by the command line tool. Its users have access to the service's machine. */
export const COMMAND_LINE = 'command line'

/** Actor that gives the first account of a service its role and its credits. */
export const FIRST_SIGN_UP = 'first sign-up'

/** Actor that removes the role of an operator from an account that is handed over to another owner. */
export const HANDOVER = 'handover'

/** One action of an operator. Entries are stored permanently. */
export interface AuditEntry extends AuditedAction {
  actionId: number
  /** The e-mail addresses of the operator and the account; `null` when the account does not exist any more. */
  actorEmail: string | null
  email: string | null
  action: 'credits' | 'plan' | 'role' | 'release' | 'suspend' | 'restore'
  /** New value, the previous one (`was`) and the reason, as far as the action has them. */
  detail: { credits?: number; plan?: Plan; role?: Role; was?: Plan | Role; reason?: string }
  createdAt: Date
}

/**
 * Adds `credits` to an account, or removes them when the number is negative. The ledger stores the reason.
 * @param idempotencyKey Idempotency key: a repeated call with the same key changes nothing.
 * @returns the new balance.
 * @throws {Refusal} `not-found`.
 */
export async function adjustCredits(
  database: Database,
  {
    credits,
    reason,
    idempotencyKey = randomUUID(),
    ...entry
  }: AuditedAction & { credits: number; reason: string; idempotencyKey?: string },
): Promise<number> {
  const reference = `operator:${entry.userId}:${idempotencyKey}`
  try {
    return await inTransaction(database, async (transaction) => {
      const { accountId } = await findAccountByUserId(transaction, entry.userId)
      const balance = await addCredits(transaction, { accountId, credits, reference, note: reason })
      await addAuditEntry(transaction, entry, 'credits', { credits, reason })
      return balance
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    return (await findAccountByUserId(database, entry.userId)).credits
  }
}

/** Changes the plan of an account. @throws {Refusal} `not-found`. */
export async function changePlan(
  database: Database,
  { plan, ...entry }: AuditedAction & { plan: Plan },
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const { accountId, plan: was } = await findAccountByUserId(transaction, entry.userId)
    if (plan === was) return
    await sql`update accounts set plan = ${plan} where account_id = ${accountId}`.execute(transaction)
    await addAuditEntry(transaction, entry, 'plan', { plan, was })
  })
}

/**
 * Changes the role of an account's user, from the next call on.
 * @throws {Refusal} `not-found`; `conflict` for an operator whose account is no user's own.
 */
export async function changeRole(
  database: Database,
  { role, ...entry }: AuditedAction & { role: Role },
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const { accountId, role: was } = await findAccountByUserId(transaction, entry.userId)
    if (role === was) return
    const { rows } = await sql`
      update accounts set role = ${role}
      where account_id = ${accountId} and not (is_transferred and ${role === 'operator'})
      returning 1`.execute(transaction)
    if (rows.length === 0) {
      throw new Refusal(
        'conflict',
        `The account ${entry.userId} was handed over to another owner, so its user cannot be an operator. Name the own account of the user.`,
      )
    }
    await addAuditEntry(transaction, entry, 'role', { role, was })
  })
}

/** Removes the role of an operator from an account whose user is no longer its owner. */
export async function endOperatorRole(transaction: Database, accountId: string): Promise<void> {
  const { rows } = await sql<{ userId: string }>`
    update accounts set role = 'member' where account_id = ${accountId} and role = 'operator'
    returning user_id`.execute(transaction)
  const reason = 'The operator is no longer an owner of this account'
  for (const { userId } of rows) {
    const entry = { actor: HANDOVER, userId }
    await addAuditEntry(transaction, entry, 'role', { role: 'member', was: 'operator', reason })
  }
}

/**
 * Suspends an account: its calls and sign-ins are answered 403 from the next one on. No data is removed.
 * @throws {Refusal} `not-found`; `invalid` for the operator's own account.
 */
export async function suspendAccount(
  database: Database,
  { reason, ...entry }: AuditedAction & { reason: string },
): Promise<void> {
  if (entry.actor === entry.userId) throw new Refusal('invalid', 'You cannot suspend your own account.')
  await setSuspended(database, entry, true, { reason })
}

/** Ends a suspension. @throws {Refusal} `not-found`. */
export async function restoreAccount(database: Database, entry: AuditedAction): Promise<void> {
  await setSuspended(database, entry, false, {})
}

/** Returns a page of the actions of operators, the newest first; with `userId` only those that concern this account. */
export async function listAuditEntries(
  database: Database,
  { userId, cursor, limit }: { userId?: string; cursor?: string | undefined; limit: number },
): Promise<Page<AuditEntry>> {
  const { rows } = await sql<AuditEntry>`
    select action_id, actor, operators.email as "actorEmail", entry.user_id, accounts.email, action, detail,
      entry.created_at
    from operator_actions entry
      left join accounts on accounts.user_id = entry.user_id
      left join accounts operators on operators.user_id = actor
    where (${userId ?? null}::text is null or entry.user_id = ${userId ?? null})
      and (${cursor ?? null}::bigint is null or action_id < ${cursor ?? null})
    order by action_id desc limit ${limit + 1}`.execute(database)
  return pageOf(rows, limit, ({ actionId }) => actionId)
}

async function setSuspended(
  database: Database,
  entry: AuditedAction,
  suspended: boolean,
  detail: AuditEntry['detail'],
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const account = await findAccountByUserId(transaction, entry.userId)
    if (account.suspended === suspended) return
    await sql`
      update accounts set suspended_at = case when ${suspended} then now() end
      where account_id = ${account.accountId}`.execute(transaction)
    await addAuditEntry(transaction, entry, suspended ? 'suspend' : 'restore', detail)
  })
}

/** Adds an entry to the audit log, in the transaction of the action. */
export async function addAuditEntry(
  transaction: Database,
  { actor, userId }: AuditedAction,
  action: AuditEntry['action'],
  detail: AuditEntry['detail'],
): Promise<void> {
  await sql`
    insert into operator_actions (actor, user_id, action, detail)
    values (${actor}, ${userId}, ${action}, ${JSON.stringify(detail)})`.execute(transaction)
}
