import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { type Page, pageOf } from '../../database/pages.ts'
import type { MemberRole } from './permissions.ts'

/** Kinds of changes in the log of members. */
export const MEMBER_ACTIONS = [
  'invite',
  'resend',
  'revoke',
  'join',
  'change-role',
  'remove',
  'leave',
] as const

/** Change of a member or an invitation. */
export interface MemberAction {
  actionId: number
  /** E-mail address of the user who made the change. */
  actor: string
  /** E-mail address of the member or of the invitation. */
  subject: string
  action: (typeof MEMBER_ACTIONS)[number]
  /** Role after the change; `null` when the change has none. */
  role: MemberRole | null
  previousRole: MemberRole | null
  createdAt: Date
}

/** Adds an entry to the log of members of an account, in the transaction of the change. */
export async function addMemberAction(
  transaction: Database,
  accountId: string,
  entry: Pick<MemberAction, 'actor' | 'subject' | 'action'> &
    Partial<Pick<MemberAction, 'role' | 'previousRole'>>,
): Promise<void> {
  const { actor, subject, action, role = null, previousRole = null } = entry
  await sql`
    insert into member_actions (account_id, actor, subject, action, role, previous_role)
    values (${accountId}, ${actor}, ${subject}, ${action}, ${role}, ${previousRole})`.execute(transaction)
}

/** Returns a page of the log of members of an account, the newest entries first. */
export async function listMemberActions(
  database: Database,
  accountId: string,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<Page<MemberAction>> {
  const { rows } = await sql<MemberAction>`
    select action_id, actor, subject, action, role, previous_role, created_at
    from member_actions
    where account_id = ${accountId} and (${cursor ?? null}::bigint is null or action_id < ${cursor ?? null})
    order by action_id desc limit ${limit + 1}`.execute(database)
  return pageOf(rows, limit, ({ actionId }) => actionId)
}
