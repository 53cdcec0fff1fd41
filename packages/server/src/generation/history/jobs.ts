import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { cursorOf, isAfter, type Page, pageOf } from '../../database/pages.ts'
import { oneOrNotFound } from '../../database/rows.ts'
import type { Warning } from '@platen/renderer/service'
import type { Phase, PhaseTimes } from '../../telemetry/telemetry.ts'
import { endOf, startOf } from './day-ranges.ts'

export const JOB_STATUSES = ['pending', 'processing', 'completed', 'failed'] as const
/** Mode of a call. Only asynchronous renders are jobs of the API: callers of the others have no job id. */
export const MODES = ['sync', 'async'] as const
type Mode = (typeof MODES)[number]

/** A render, synchronous or asynchronous, as the users of the account see it. */
export interface Job {
  jobId: string
  mode: Mode
  status: (typeof JOB_STATUSES)[number]
  templateId: string
  /** Name of the template at the time of the render. */
  templateName: string
  /** Version that the call has pinned. `null`: the version that was published when the render began. */
  templateVersion: number | null
  /** False when the template has been deleted. */
  templateExists: boolean
  /** API key of the call. `null`: a call from the dashboard, or older than this field. */
  tokenId: string | null
  keyName: string | null
  /** True for a call with a test key, which is not charged. */
  isTest: boolean
  pagesGenerated: number
  /** Price in credits, charged when the render completes. */
  cost: number
  sheets: number | null
  fileId: string | null
  /** File name of the PDF. `null`: the name of the template. */
  fileName: string | null
  /** Size of the PDF in bytes. */
  size: number | null
  createdAt: Date
  completedAt: Date | null
  /** Time from the arrival of the call to its end, queueing included, in milliseconds. */
  durationMs: number | null
  phases: PhaseTimes | null
  attempts: number
  warnings: Warning[]
  message: string | null
  recipients: Recipient[]
}

/** State of the mail to one recipient. */
export interface Recipient {
  email: string
  status: 'queued' | 'sent' | 'failed'
  /** Message of the mail server when the mail is not sent. */
  message?: string
}

/** Filter for jobs. Absent fields match all. */
export interface JobFilter {
  status?: Job['status']
  templateId?: string
  /** `none`: calls without an API key. */
  tokenId?: string
  mode?: Mode
  /** Batch of the renders. Without it, renders of batches do not match. */
  batchId?: string
  /** Days on which the jobs were created, in `timeZone`, both included. */
  from?: string
  to?: string
  timeZone: string
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
  'seal',
  'store',
] as const satisfies Phase[]

/** Returns a page of the jobs of an account that match the filter, newest first. */
export async function listJobs(
  database: Database,
  accountId: string,
  { filter, cursor, limit }: { filter: JobFilter; cursor: string | undefined; limit: number },
): Promise<Page<Job>> {
  const { rows } = await sql<Job & { cursor: string }>`
    select ${COLUMNS}, ${cursorOf(ORDER)} as cursor from generations job
    where account_id = ${accountId} and ${sql.join(conditions(filter), sql` and `)} and ${isAfter(ORDER, cursor)}
    order by created_at desc, generation_id desc limit ${limit + 1}`.execute(database)
  return pageOf(rows, limit, (row) => row.cursor)
}

/**
 * Returns one job of an account.
 * @param mode only a job of this mode.
 * @throws {Refusal} `not-found`, also for a job of another account.
 */
export async function findJob(
  database: Database,
  accountId: string,
  jobId: string,
  mode?: Mode,
): Promise<Job> {
  const { rows } = await sql<Job>`
    select ${COLUMNS} from generations job
    where generation_id = ${jobId} and account_id = ${accountId} and ${hasMode(mode)}`.execute(database)
  return oneOrNotFound(rows, 'There is no job with this jobId.')
}

/**
 * SQL expression for the time from the arrival of a call to its end, in milliseconds. The row is created when the
 * credits are reserved. The phases have the time before that.
 */
export const DURATION_MS = sql`(extract(epoch from completed_at - created_at) * 1000
  + coalesce((phases ->> 'key')::numeric, 0) + coalesce((phases ->> 'body')::numeric, 0))::float8`

const ORDER = { time: sql`created_at`, id: sql`generation_id` }

/** SQL expression for the recipients of a job, in the order of the call. */
const RECIPIENTS = sql`(select coalesce(json_agg(json_strip_nulls(json_build_object('email', email,
      'status', coalesce(mail.status, case when job.status = 'failed' then 'failed' else 'queued' end),
      'message', coalesce(mail.message, case when job.status = 'failed' then 'The render failed, so this mail was not sent.' end)))
      order by ordinal), '[]')
    from unnest(job.recipients) with ordinality as named (email, ordinal)
    left join deliveries mail on mail.generation_id = job.generation_id and mail.kind = 'ready'
      and mail.recipient = named.email)`

const COLUMNS = sql`generation_id as "jobId", case when is_async then 'async' else 'sync' end as mode, status,
  template_id, template_name, template_version,
  exists (select from contents where content_id = job.template_id
    and contents.account_id = job.account_id) as "templateExists",
  token_id, key_name, is_test, cost, pages as "pagesGenerated", sheets, file_id, file_name, size, created_at, completed_at,
  round(${DURATION_MS})::int8 as "durationMs", phases, attempt as attempts, warnings, message,
  ${RECIPIENTS} as recipients`

function conditions(filter: JobFilter): RawBuilder<unknown>[] {
  const { status, templateId, tokenId, mode, batchId, from, to, timeZone } = filter
  return [
    hasMode(mode),
    batchId === undefined ? sql`batch_id is null` : sql`batch_id = ${batchId}`,
    // A literal, not a parameter: the index of failed renders is a partial index.
    ...(status === undefined ? [] : [sql`status = ${sql.lit(status)}`]),
    ...(templateId === undefined ? [] : [sql`template_id = ${templateId}`]),
    ...(tokenId === undefined
      ? []
      : [tokenId === 'none' ? sql`token_id is null` : sql`token_id = ${tokenId}`]),
    ...(from === undefined ? [] : [sql`created_at >= ${startOf({ from, timeZone })}`]),
    ...(to === undefined ? [] : [sql`created_at < ${endOf({ to, timeZone })}`]),
  ]
}

function hasMode(mode: Mode | undefined): RawBuilder<unknown> {
  return mode === undefined ? sql`true` : sql`is_async = ${sql.lit(mode === 'async')}`
}
