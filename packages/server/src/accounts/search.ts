import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { cursorOf, isAfter, type Page, pageOf } from '../database/pages.ts'
import { oneOrNotFound } from '../database/rows.ts'
import type { Account } from './accounts.ts'

/** An account as operators see it: its usage, without its content. */
export interface AccountRow extends Omit<
  Account,
  'available' | 'egress' | 'locale' | 'timeZone' | 'accountId'
> {
  templates: number
  keys: number
  /** Pages charged in the last 30 days. */
  pages: number
  lastCallAt: Date | null
}

/** Returns a page of the accounts whose e-mail address or `userId` contains `text`, the newest first. */
export async function searchAccounts(
  database: Database,
  { text, limit, cursor }: { text: string; limit: number; cursor: string | undefined },
): Promise<Page<AccountRow>> {
  const pattern = `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<AccountRow & { cursor: string }>`
    ${ROWS}, ${cursorOf(ORDER)} as cursor
    from accounts
    where (email ilike ${pattern} or user_id ilike ${pattern})
      and ${isAfter(ORDER, cursor)}
    order by created_at desc, account_id desc limit ${limit + 1}`.execute(database)
  return pageOf(rows, limit, (row) => row.cursor)
}

/** Returns one account. @throws {Refusal} `not-found`. */
export async function findAccountRow(database: Database, userId: string): Promise<AccountRow> {
  const { rows } = await sql<AccountRow>`${ROWS} from accounts where user_id = ${userId}`.execute(database)
  return oneOrNotFound(rows, 'This account does not exist.')
}

const ORDER = { time: sql`created_at`, id: sql`account_id` }

const ROWS = sql`
  select user_id, email, plan, role, credits, reserved, suspended_at is not null as suspended,
    deletion_at, created_at,
    (select count(*) from contents where contents.account_id = accounts.account_id and kind = 'template') as templates,
    (select count(*) from api_keys where api_keys.account_id = accounts.account_id
      and deactivated_at is null and (expires_at is null or expires_at > now())) as keys,
    (select coalesce(sum(cost), 0) from generations where generations.account_id = accounts.account_id
      and status = 'completed' and created_at > now() - interval '30 days')::bigint as pages,
    (select max(last_used_at) from api_keys where api_keys.account_id = accounts.account_id) as "lastCallAt"`
