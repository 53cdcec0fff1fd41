import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { Refusal } from '@platen/template/refusal'
import type { Account } from './accounts.ts'

/** An account as operators see it: its usage, without its content. */
export interface AccountRow extends Omit<Account, 'egress' | 'locale' | 'timeZone' | 'accountId'> {
  templates: number
  keys: number
  /** Pages charged in the last 30 days. */
  pages: number
  lastCallAt: Date | null
}

/** Cursor of a page of the list: the last account of the page before. */
export interface AccountCursor {
  createdAt: Date
  userId: string
}

/**
 * Finds accounts whose e-mail address or `userId` contains `text`, the newest first.
 * @returns `next`: the cursor of the next page; `undefined` on the last page.
 */
export async function searchAccounts(
  database: Database,
  { text, limit, after }: { text: string; limit: number; after: AccountCursor | undefined },
): Promise<{ accounts: AccountRow[]; next: AccountCursor | undefined }> {
  const pattern = `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<AccountRow>`
    ${ROWS}
    from accounts
    where (email ilike ${pattern} or user_id ilike ${pattern})
      and (${after?.userId ?? null}::text is null
        or (date_trunc('milliseconds', created_at), user_id)
          < (${after?.createdAt ?? null}::timestamptz, ${after?.userId ?? null}))
    order by date_trunc('milliseconds', created_at) desc, user_id desc limit ${limit + 1}`.execute(database)
  const accounts = rows.slice(0, limit)
  const last = accounts.at(-1)
  return {
    accounts,
    next: rows.length > limit && last ? { createdAt: last.createdAt, userId: last.userId } : undefined,
  }
}

/** Returns one account. @throws {Refusal} `not-found`. */
export async function findAccountRow(database: Database, userId: string): Promise<AccountRow> {
  const { rows } = await sql<AccountRow>`${ROWS} from accounts where user_id = ${userId}`.execute(database)
  const [account] = rows
  if (!account) throw new Refusal('not-found', 'This account does not exist.')
  return account
}

const ROWS = sql`
  select user_id as "userId", email, plan, role, credits, reserved, suspended_at is not null as suspended,
    deletion_at as "deletionAt", created_at as "createdAt",
    (select count(*) from contents where contents.account_id = accounts.account_id and kind = 'template') as templates,
    (select count(*) from api_keys where api_keys.account_id = accounts.account_id
      and deactivated_at is null and (expires_at is null or expires_at > now())) as keys,
    (select coalesce(sum(pages), 0) from generations where generations.account_id = accounts.account_id
      and status = 'completed' and created_at > now() - interval '30 days')::bigint as pages,
    (select max(last_used_at) from api_keys where api_keys.account_id = accounts.account_id) as "lastCallAt"`
