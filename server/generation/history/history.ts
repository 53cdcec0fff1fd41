import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { Refusal } from '../../errors.ts'
import type { Warning } from '../../rendering/renderer.ts'
import type { Phase, PhaseTimes } from '../../telemetry/telemetry.ts'
import { type Recipient, recipientsOf } from './jobs.ts'

/** A generation as the account's own people see it, whether a caller waited for it or not. */
export interface GenerationSummary {
  generationId: string
  isAsync: boolean
  status: Status
  templateId: string
  /** As it was then. */
  templateName: string
  /** Whether there still is such a template. */
  templateExists: boolean
  /** The key that asked: null where none did, or from before keys were written down. */
  tokenId: string | null
  keyName: string | null
  pages: number
  sheets: number | null
  /** Bytes of the PDF. */
  size: number | null
  createdAt: Date
  completedAt: Date | null
  /** Milliseconds from the call's arrival to its end, waiting in the queue included. */
  durationMs: number | null
  phases: PhaseTimes | null
  warnings: Warning[]
  message: string | null
  /** Where it stands in the list, for the pages before and after it. */
  cursor: string
}

/** The same with all that a list has no room for. */
export interface GenerationDetail extends GenerationSummary {
  fileId: string | null
  /** The name that the caller has given the PDF; null: that of the template. */
  fileName: string | null
  attempts: number
  recipients: Recipient[]
}

export type Status = 'pending' | 'processing' | 'completed' | 'failed'

/** Which generations are wanted; what is not named does not matter. */
export interface HistoryFilter {
  status?: Status | undefined
  templateId?: string | undefined
  /** `none`: those that no key asked for. */
  tokenId?: string | undefined
  mode?: 'sync' | 'async' | undefined
  range?: DayRange | undefined
}

/** Days in a time zone, as `2026-11-21`; the last one is wanted too, and either end may be open. */
export interface DayRange {
  from?: string | undefined
  to?: string | undefined
  timeZone: string
}

/** Where a page of the list begins: after that generation (older ones), or before it (newer ones). */
export interface Position {
  olderThan?: string | undefined
  newerThan?: string | undefined
}

/**
 * The phases that a row tells of, in the order of a call's way: all but the charge, which writes the row itself, and
 * the signing after it.
 */
export const KEPT_PHASES = [
  'key',
  'body',
  'reserve',
  'template',
  'fill',
  'print',
  'pack',
  'store',
] as const satisfies Phase[]

/** What stands in a cursor: microseconds since 1970, and the id where there are several of the same moment. */
export const CURSOR_PATTERN = '^[0-9]{1,16}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

/** An account's generations that fit the filter, the newest first, `limit` at most. */
export async function listGenerations(
  database: Database,
  accountId: string,
  { filter, position, limit }: { filter: HistoryFilter; position: Position; limit: number },
): Promise<GenerationSummary[]> {
  const upwards = position.newerThan !== undefined
  const { rows } = await sql<GenerationSummary>`
    select ${COLUMNS} from generations job
    where ${sql.join([sql`account_id = ${accountId}`, ...conditions(filter), ...beyond(position)], sql` and `)}
    order by ${upwards ? sql`created_at, generation_id` : sql`created_at desc, generation_id desc`}
    limit ${limit}`.execute(database)
  return upwards ? rows.toReversed() : rows
}

/** One page of that list, with the cursors of the pages around it. */
export async function pageOfGenerations(
  database: Database,
  accountId: string,
  { filter, position, limit }: { filter: HistoryFilter; position: Position; limit: number },
): Promise<{ generations: GenerationSummary[]; newer: string | undefined; older: string | undefined }> {
  // One more than is shown says whether there is a page beyond.
  const found = await listGenerations(database, accountId, { filter, position, limit: limit + 1 })
  const upwards = position.newerThan !== undefined
  const goesOn = found.length > limit
  const generations = upwards ? found.slice(-limit) : found.slice(0, limit)
  return {
    generations,
    newer: (upwards ? goesOn : position.olderThan !== undefined) ? generations.at(0)?.cursor : undefined,
    older: upwards || goesOn ? generations.at(-1)?.cursor : undefined,
  }
}

/** One generation of an account. @throws {Refusal} `not-found`, for another account's as for none. */
export async function findGeneration(
  database: Database,
  accountId: string,
  generationId: string,
): Promise<GenerationDetail> {
  const { rows } = await sql<GenerationDetail>`
    select ${COLUMNS}, file_id as "fileId", file_name as "fileName", attempt as attempts, ${recipientsOf()} as recipients
    from generations job
    where generation_id = ${generationId} and account_id = ${accountId}`.execute(database)
  const [generation] = rows
  if (!generation) throw new Refusal('not-found', 'There is no job with this jobId.')
  return generation
}

/** The beginning of a range's first day, and the end of its last. */
export function startOf(range: { from: string; timeZone: string }): RawBuilder<unknown> {
  return sql`(${range.from}::date::timestamp at time zone ${range.timeZone})`
}

/** The end of a range's last day. */
export function endOf(range: { to: string; timeZone: string }): RawBuilder<unknown> {
  return sql`((${range.to}::date + 1)::timestamp at time zone ${range.timeZone})`
}

/**
 * Milliseconds from a call's arrival to its end. The row begins when the pages are reserved; what came before that is
 * known from the phases.
 */
export const DURATION_MS = sql`(extract(epoch from completed_at - created_at) * 1000
  + coalesce((phases ->> 'key')::numeric, 0) + coalesce((phases ->> 'body')::numeric, 0))::float8`

const MICROSECONDS = sql`(extract(epoch from created_at) * 1000000)::bigint`

const COLUMNS = sql`generation_id as "generationId", is_async as "isAsync", status, template_id as "templateId",
  template_name as "templateName",
  exists (select from templates where templates.template_id = job.template_id
    and templates.account_id = job.account_id) as "templateExists",
  token_id as "tokenId", key_name as "keyName", pages, sheets, size, created_at as "createdAt",
  completed_at as "completedAt", round(${DURATION_MS})::int8 as "durationMs", phases, warnings, message,
  ${MICROSECONDS} || '_' || generation_id as cursor`

function conditions({ status, templateId, tokenId, mode, range }: HistoryFilter): RawBuilder<unknown>[] {
  return [
    // In the text and not a parameter: the index of those that failed is one of a part of the rows.
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

function beyond({ olderThan, newerThan }: Position): RawBuilder<unknown>[] {
  return [
    ...(olderThan === undefined ? [] : [sql`(created_at, generation_id) < ${place(olderThan)}`]),
    ...(newerThan === undefined ? [] : [sql`(created_at, generation_id) > ${place(newerThan)}`]),
  ]
}

function place(cursor: string): RawBuilder<unknown> {
  const [microseconds = '', generationId = ''] = cursor.split('_', 2)
  return sql`(timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond', ${generationId}::uuid)`
}
