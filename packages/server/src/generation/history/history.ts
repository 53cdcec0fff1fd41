import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { Refusal } from '@platen/template/refusal'
import type { Warning } from '@platen/renderer/service'
import type { Phase, PhaseTimes } from '../../telemetry/telemetry.ts'
import { type Recipient, RECIPIENTS } from './jobs.ts'

/** A render, synchronous or asynchronous, as the users of the account see it. */
export interface GenerationSummary {
  generationId: string
  isAsync: boolean
  status: Status
  templateId: string
  /** Name of the template at the time of the render. */
  templateName: string
  /** False when the template has been deleted. */
  templateExists: boolean
  /** API key of the call. `null`: a call from the dashboard, or older than this field. */
  tokenId: string | null
  keyName: string | null
  pages: number
  sheets: number | null
  /** Size of the PDF in bytes. */
  size: number | null
  createdAt: Date
  completedAt: Date | null
  /** Time from the arrival of the call to its end, queueing included, in milliseconds. */
  durationMs: number | null
  phases: PhaseTimes | null
  warnings: Warning[]
  message: string | null
  /** Position in the list, for the pages before and after it. */
  cursor: string
}

/** A render with the fields that lists omit. */
export interface GenerationDetail extends GenerationSummary {
  fileId: string | null
  /** File name of the PDF. `null`: the name of the template. */
  fileName: string | null
  attempts: number
  recipients: Recipient[]
}

export type Status = 'pending' | 'processing' | 'completed' | 'failed'

/** Filter for renders. Absent fields match all. */
export interface HistoryFilter {
  status?: Status | undefined
  templateId?: string | undefined
  /** `none`: calls without an API key. */
  tokenId?: string | undefined
  mode?: 'sync' | 'async' | undefined
  range?: DayRange | undefined
}

/** Range of days in a time zone, both ends included. Each day has the form `2026-11-21`. Either end may be absent. */
export interface DayRange {
  from?: string | undefined
  to?: string | undefined
  timeZone: string
}

/** Start of a page of the list: the renders older or newer than a cursor. */
export interface Position {
  olderThan?: string | undefined
  newerThan?: string | undefined
}

/**
 * Phases that a row records, in order. Excludes `settle`, which writes the row, and `sign`, which follows it.
 */
export const STORED_PHASES = [
  'key',
  'body',
  'reserve',
  'template',
  'fill',
  'print',
  'pack',
  'store',
] as const satisfies Phase[]

/** Pattern of a cursor: microseconds since 1970, and the id of the render to order renders of the same microsecond. */
export const CURSOR_PATTERN = '^[0-9]{1,16}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

/** Returns the renders of an account that match the filter, newest first, at most `limit`. */
export async function listGenerations(
  database: Database,
  accountId: string,
  { filter, position, limit }: { filter: HistoryFilter; position: Position; limit: number },
): Promise<GenerationSummary[]> {
  const isAscending = position.newerThan !== undefined
  const { rows } = await sql<GenerationSummary>`
    select ${COLUMNS} from generations job
    where ${sql.join([sql`account_id = ${accountId}`, ...conditions(filter), ...positionConditions(position)], sql` and `)}
    order by ${isAscending ? sql`created_at, generation_id` : sql`created_at desc, generation_id desc`}
    limit ${limit}`.execute(database)
  return isAscending ? rows.toReversed() : rows
}

/** Returns one page of the list, with the cursors of the adjacent pages. */
export async function listGenerationsPage(
  database: Database,
  accountId: string,
  { filter, position, limit }: { filter: HistoryFilter; position: Position; limit: number },
): Promise<{ generations: GenerationSummary[]; newer: string | undefined; older: string | undefined }> {
  // One row more than the page shows whether a further page exists.
  const rows = await listGenerations(database, accountId, { filter, position, limit: limit + 1 })
  const isAscending = position.newerThan !== undefined
  const hasMore = rows.length > limit
  const generations = isAscending ? rows.slice(-limit) : rows.slice(0, limit)
  return {
    generations,
    newer: (isAscending ? hasMore : position.olderThan !== undefined) ? generations.at(0)?.cursor : undefined,
    older: isAscending || hasMore ? generations.at(-1)?.cursor : undefined,
  }
}

/** Returns one render of an account. @throws {Refusal} `not-found`, also for a render of another account. */
export async function findGeneration(
  database: Database,
  accountId: string,
  generationId: string,
): Promise<GenerationDetail> {
  const { rows } = await sql<GenerationDetail>`
    select ${COLUMNS}, file_id as "fileId", file_name as "fileName", attempt as attempts, ${RECIPIENTS} as recipients
    from generations job
    where generation_id = ${generationId} and account_id = ${accountId}`.execute(database)
  const [generation] = rows
  if (!generation) throw new Refusal('not-found', 'There is no job with this jobId.')
  return generation
}

/** Returns the start of the first day of a range, as SQL. */
export function startOf(range: { from: string; timeZone: string }): RawBuilder<unknown> {
  return sql`(${range.from}::date::timestamp at time zone ${range.timeZone})`
}

/** Returns the end of the last day of a range, as SQL. */
export function endOf(range: { to: string; timeZone: string }): RawBuilder<unknown> {
  return sql`((${range.to}::date + 1)::timestamp at time zone ${range.timeZone})`
}

/**
 * SQL expression for the time from the arrival of a call to its end, in milliseconds. The row is created when the
 * credits are reserved. The phases have the time before that.
 */
export const DURATION_MS = sql`(extract(epoch from completed_at - created_at) * 1000
  + coalesce((phases ->> 'key')::numeric, 0) + coalesce((phases ->> 'body')::numeric, 0))::float8`

const MICROSECONDS = sql`(extract(epoch from created_at) * 1000000)::bigint`

const COLUMNS = sql`generation_id as "generationId", is_async as "isAsync", status, template_id as "templateId",
  template_name as "templateName",
  exists (select from contents where content_id = job.template_id
    and contents.account_id = job.account_id) as "templateExists",
  token_id as "tokenId", key_name as "keyName", pages, sheets, size, created_at as "createdAt",
  completed_at as "completedAt", round(${DURATION_MS})::int8 as "durationMs", phases, warnings, message,
  ${MICROSECONDS} || '_' || generation_id as cursor`

function conditions({ status, templateId, tokenId, mode, range }: HistoryFilter): RawBuilder<unknown>[] {
  return [
    // A literal, not a parameter: the index of failed renders is a partial index.
    ...(status === undefined ? [] : [sql`status = ${sql.lit(status)}`]),
    ...(templateId === undefined ? [] : [sql`template_id = ${templateId}`]),
    ...(tokenId === undefined
      ? []
      : [tokenId === 'none' ? sql`token_id is null` : sql`token_id = ${tokenId}`]),
    ...(mode === undefined ? [] : [sql`is_async = ${sql.lit(mode === 'async')}`]),
    ...(range?.from === undefined ? [] : [sql`created_at >= ${startOf({ ...range, from: range.from })}`]),
    ...(range?.to === undefined ? [] : [sql`created_at < ${endOf({ ...range, to: range.to })}`]),
  ]
}

function positionConditions({ olderThan, newerThan }: Position): RawBuilder<unknown>[] {
  return [
    ...(olderThan === undefined ? [] : [sql`(created_at, generation_id) < ${sortKeyOf(olderThan)}`]),
    ...(newerThan === undefined ? [] : [sql`(created_at, generation_id) > ${sortKeyOf(newerThan)}`]),
  ]
}

function sortKeyOf(cursor: string): RawBuilder<unknown> {
  const [microseconds = '', generationId = ''] = cursor.split('_', 2)
  return sql`(timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond', ${generationId}::uuid)`
}
