import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Database, inTransaction, isUniqueViolation } from '../database/database.ts'
import { Refusal } from '../errors.ts'
import { findAccountByUserId, type Plan, type Role } from './accounts.ts'
import { addCredits } from './credits.ts'

/** Who acts, and on which account. */
export interface AuditActor {
  /** The operator's userId, `COMMAND_LINE` or `FIRST_SIGN_UP`. */
  actor: string
  userId: string
}

/** Who acts where the operator's tool is used: whoever can, owns the machine. */
export const COMMAND_LINE = 'command line'

/** Actor that gives the first account of a service its role and its credits. */
export const FIRST_SIGN_UP = 'first sign-up'

/** What operators did, as it is kept for good. */
export interface AuditEntry extends AuditActor {
  actionId: number
  /** The operator's address and the account's, for as long as there are these accounts. */
  actorEmail: string | null
  email: string | null
  action: 'credits' | 'plan' | 'role' | 'release' | 'suspend' | 'restore'
  /** With which credits, to which plan or role, and why. */
  detail: { credits?: number; plan?: Plan; role?: Role; was?: Plan | Role; reason?: string }
  createdAt: Date
}

/**
 * Gives an account `credits` more (or, negative, fewer). The reason stands in its ledger.
 * @param gift `giftId`: what is given under the same one a second time is a repeated call and changes nothing.
 * @returns the new balance.
 * @throws {Refusal} `not-found`.
 */
export async function giveCredits(
  database: Database,
  {
    credits,
    reason,
    giftId = randomUUID(),
    ...deed
  }: AuditActor & { credits: number; reason: string; giftId?: string },
): Promise<number> {
  const reference = `operator:${deed.userId}:${giftId}`
  try {
    return await inTransaction(database, async (transaction) => {
      const { accountId } = await findAccountByUserId(transaction, deed.userId)
      const balance = await addCredits(transaction, { accountId, credits, reference, note: reason })
      await addAuditEntry(transaction, deed, 'credits', { credits, reason })
      return balance
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    return (await findAccountByUserId(database, deed.userId)).credits
  }
}

/** Puts an account on a plan. @throws {Refusal} `not-found`. */
export async function changePlan(
  database: Database,
  { plan, ...deed }: AuditActor & { plan: Plan },
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const { accountId, plan: was } = await findAccountByUserId(transaction, deed.userId)
    if (plan === was) return
    await sql`update accounts set plan = ${plan} where account_id = ${accountId}`.execute(transaction)
    await addAuditEntry(transaction, deed, 'plan', { plan, was })
  })
}

/** Says what the account's person may do, from the next call on. @throws {Refusal} `not-found`. */
export async function changeRole(
  database: Database,
  { role, ...deed }: AuditActor & { role: Role },
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const { accountId, role: was } = await findAccountByUserId(transaction, deed.userId)
    if (role === was) return
    await sql`update accounts set role = ${role} where account_id = ${accountId}`.execute(transaction)
    await addAuditEntry(transaction, deed, 'role', { role, was })
  })
}

/**
 * Suspends an account: its calls and sign-ins are answered 403 from the next one on. Nothing of it is lost.
 * @throws {Refusal} `not-found`; `invalid` for the operator's own.
 */
export async function suspendAccount(
  database: Database,
  { reason, ...deed }: AuditActor & { reason: string },
): Promise<void> {
  if (deed.actor === deed.userId) throw new Refusal('invalid', 'You cannot suspend your own account.')
  await setSuspended(database, deed, true, { reason })
}

/** Takes a suspension back. @throws {Refusal} `not-found`. */
export async function restoreAccount(database: Database, deed: AuditActor): Promise<void> {
  await setSuspended(database, deed, false, {})
}

/** What operators did, the newest first; of one account, or of all. */
export async function listAuditEntries(
  database: Database,
  { userId, before, limit }: { userId?: string | undefined; before?: number | undefined; limit: number },
): Promise<AuditEntry[]> {
  const { rows } = await sql<AuditEntry>`
    select action_id as "actionId", actor, operators.email as "actorEmail", done.user_id as "userId", accounts.email,
      action, detail, done.created_at as "createdAt"
    from operator_actions done
      left join accounts on accounts.user_id = done.user_id
      left join accounts operators on operators.user_id = actor
    where (${userId ?? null}::text is null or done.user_id = ${userId ?? null})
      and (${before ?? null}::bigint is null or action_id < ${before ?? null})
    order by action_id desc limit ${limit}`.execute(database)
  return rows
}

async function setSuspended(
  database: Database,
  deed: AuditActor,
  suspended: boolean,
  detail: AuditEntry['detail'],
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const account = await findAccountByUserId(transaction, deed.userId)
    if (account.suspended === suspended) return
    await sql`
      update accounts set suspended_at = case when ${suspended} then now() end
      where account_id = ${account.accountId}`.execute(transaction)
    await addAuditEntry(transaction, deed, suspended ? 'suspend' : 'restore', detail)
  })
}

/** Writes down what an operator did, in the transaction that does it. */
export async function addAuditEntry(
  transaction: Database,
  { actor, userId }: AuditActor,
  action: AuditEntry['action'],
  detail: AuditEntry['detail'],
): Promise<void> {
  await sql`
    insert into operator_actions (actor, user_id, action, detail)
    values (${actor}, ${userId}, ${action}, ${JSON.stringify(detail)})`.execute(transaction)
}
