import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { GENERATION_RETENTION_DAYS } from '../generations.ts'
import { type DayRange, endOf, startOf } from './day-ranges.ts'

/** Numbers of ended renders and of charged pages of one day, template or key. */
export interface Counts {
  kind: 'day' | 'template' | 'key'
  pages: number
  asyncPages: number
  completed: number
  failed: number
}

type Row =
  | (Counts & { kind: 'day'; day: string })
  // `exists`: false when the template has been deleted.
  | (Counts & { kind: 'template'; templateId: string; name: string; exists: boolean })
  // `tokenId` is null for calls without an API key, `lastFour` when the key has been deleted.
  | (Counts & { kind: 'key'; tokenId: string | null; name: string | null; lastFour: string | null })

// Longest list of templates or keys in a report.
const ROWS_MAX = 100

/**
 * Counts the renders that ended in a range by day, template and API key, most pages first. Reads the rows once, which
 * takes most of the time for a million rows.
 */
export async function countUsage(database: Database, accountId: string, range: DayRange) {
  const { rows } = await sql<Row>`
    with ended as (
      select case when grouping(day) = 0 then 'day' when grouping(template_id) = 0 then 'template' else 'key' end as kind,
        day, template_id, token_id, max(template_name collate "C") as template_name,
        max(key_name collate "C") as key_name, coalesce(sum(cost) filter (where status = 'completed'), 0) as pages,
        coalesce(sum(cost) filter (where status = 'completed' and is_async), 0) as async_pages,
        count(*) filter (where status = 'completed') as completed, count(*) filter (where status = 'failed') as failed
      from (select (completed_at at time zone ${range.timeZone})::date as day, template_id, token_id, template_name,
          key_name, cost, status, is_async
        from generations where ${endedIn(accountId, range)}) as ended_generations
      group by grouping sets ((day), (template_id), (token_id))
    )
    select ended.kind, to_char(day, 'YYYY-MM-DD') as day, ended.template_id, ended.token_id,
      case ended.kind when 'template' then coalesce(contents.name, template_name) else key_name end as name,
      content_id is not null as exists, last_four, pages, async_pages,
      completed, failed
    from ended
      left join contents on ended.kind = 'template' and content_id = ended.template_id
        and contents.account_id = ${accountId}
      left join api_keys on ended.kind = 'key' and api_keys.token_id = ended.token_id
    order by pages desc, completed desc, failed desc, ended.template_id, ended.token_id`.execute(database)
  const rowsOf = <Kind extends Row['kind']>(kind: Kind) =>
    rows.filter((row): row is Extract<Row, { kind: Kind }> => row.kind === kind)
  return {
    days: rowsOf('day'),
    templates: rowsOf('template').slice(0, ROWS_MAX),
    keys: rowsOf('key').slice(0, ROWS_MAX),
  }
}

/** Returns the charged pages of each day from the ledger. `isKept`: the rows of the renders of that day still exist. */
export async function chargedPages(database: Database, accountId: string, range: DayRange) {
  const { rows } = await sql<{ day: string; pages: number; isKept: boolean }>`
    with charged as (
      select (created_at at time zone ${range.timeZone})::date as day, -sum(credits) as pages
      from credit_entries
      where account_id = ${accountId} and kind = 'generation'
        and created_at >= ${startOf(range)} and created_at < ${endOf(range)}
      group by 1
    )
    select to_char(day, 'YYYY-MM-DD') as day, coalesce(pages, 0)::int8 as pages,
      (day::timestamp at time zone ${range.timeZone}) >= now() - ${GENERATION_RETENTION_DAYS} * interval '1 day' as "isKept"
    from (select generate_series(${range.from}::date, ${range.to}::date, '1 day')::date as day) as days
      left join charged using (day)
    order by day`.execute(database)
  return rows
}

/** SQL condition: a render ended in the range. Uses the index on `created_at`, since no job lasts longer than a day. */
export function endedIn(accountId: string, range: DayRange): RawBuilder<unknown> {
  return sql`generations.account_id = ${accountId} and status in ('completed', 'failed')
    and created_at >= ${startOf(range)} - interval '2 days' and created_at < ${endOf(range)}
    and completed_at >= ${startOf(range)} and completed_at < ${endOf(range)}`
}
