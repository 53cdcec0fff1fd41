import { KEY_LIFETIME_HOURS } from './idempotency.ts'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { one } from '../database/rows.ts'
import type { EgressRules } from '@platen/renderer/egress/rules'
import type { Region, Warning } from '@platen/renderer/service'
import type { RenderOptions } from './render-options.ts'
import type { PhaseTimes } from '../telemetry/telemetry.ts'
import { storeEvents } from '../webhooks/events.ts'

/** Days that the row of a render is kept after its end. The ledger keeps its price. */
export const GENERATION_RETENTION_DAYS = 30

/** Number of failed renders kept per account. Failures are free, so nothing else limits their number. */
export const FAILED_MAX = 1_000
/** Number of older failed renders that one failure removes. More than one, so that an excess shrinks. */
const DROPPED_AT_ONCE = 100
/** Maximum length of the reason of a failure. Reasons quote templates, whose names may have any length. */
const REASON_LENGTH_MAX = 1_000

/** An accepted render. Its credits are reserved until it completes or fails. */
export interface Generation {
  generationId: string
  accountId: string
  templateId: string
  templateName: string
  /** Number of the version that the call has pinned. `null`: the current version at the start of the render. */
  templateVersion: number | null
  /** JSON text of an array. Each element becomes one page. */
  elements: string
  pages: number
  /** True for a call with a test key: the sheets have a label and nothing is charged. */
  isTest: boolean
  recipients: string[]
  /** File name of the PDF. `null`: the name of the template. */
  fileName: string | null
  /** Options of the PDF, and its signature. */
  options: RenderOptions | null
  /** Egress rules of the account. */
  egress: EgressRules
  /** Default locale and time zone for helpers, from the account. */
  region: Region
  /** Number of the attempt: 0 for a synchronous render, otherwise from 1. */
  attempt: number
}

/** One attempt at a render. Only the latest attempt may complete or fail it. */
export type Attempt = Pick<Generation, 'generationId' | 'attempt'>

/** Result of a completed render, as its row stores it. */
export interface Outcome {
  /** Id of the stored PDF. Each attempt has its own, so that a late attempt never changes a delivered PDF. */
  fileId: string
  /** Size of the PDF in bytes. */
  size: number
  sheets: number
  /** Smallest scale of any page. `null` for a PDF older than this field. */
  scale: number | null
  warnings: Warning[]
}

/** A charged render with the fields that its delivery needs. */
export interface Completed
  extends Omit<Generation, 'elements' | 'options' | 'egress' | 'region' | 'attempt'>, Outcome {
  completedAt: Date
}

/** End of a render, with the deliveries of its event to webhooks. The caller queues the deliveries. */
type Ended<Fields> = Fields & { deliveryIds: string[] }

/**
 * Charges a render and marks it completed, in one statement.
 * @returns `undefined`, with nothing charged, when the render has failed in the meantime or a later attempt is in
 * progress.
 */
export async function completeGeneration(
  database: Database,
  { generationId, attempt }: Attempt,
  outcome: Outcome & { phases: PhaseTimes },
): Promise<Ended<{ completedAt: Date }> | undefined> {
  const { rows } = await sql<Ended<{ completedAt: Date }>>`
    with completed as (
      update generations set status = 'completed', completed_at = date_trunc('milliseconds', now()), elements = null, options = null,
        message = null, file_id = ${outcome.fileId}, size = ${outcome.size}, sheets = ${outcome.sheets}, scale = ${outcome.scale},
        warnings = ${JSON.stringify(outcome.warnings)}, phases = ${JSON.stringify(outcome.phases)}
      where generation_id = ${generationId} and status = 'processing' and attempt = ${attempt}
      returning generation_id, account_id, cost, completed_at, is_async
    ), ${storeEvents('job.completed', jobsOf('completed'))}, entry as (
      insert into credit_entries (account_id, kind, credits, reference)
      select account_id, 'generation', -cost, generation_id from completed where cost > 0
    )
    update accounts set credits = credits - cost, reserved = reserved - cost
    from completed where accounts.account_id = completed.account_id
    returning completed_at, ${DELIVERY_IDS} as delivery_ids`.execute(database)
  return rows[0]
}

/**
 * Marks a render failed, with a message for its owner, and releases its credits and mails of the day. Does nothing when
 * the render has ended already or a later attempt is in progress. Removes failed renders of the account beyond the
 * newest 1,000, unless a mail or webhook event about them is pending. Also keeps renders with an idempotency key of the
 * last 24 hours: the key is deleted with its render, and a repeated call would run again.
 * @param attempt The attempt that failed. Absent: all attempts have failed.
 * @param phases Phase times of the attempt.
 * @returns the account of the render, or `undefined` when nothing was changed.
 */
export async function failGeneration(
  database: Database,
  { generationId, attempt }: Pick<Attempt, 'generationId'> & Partial<Attempt>,
  message: string,
  phases?: PhaseTimes,
): Promise<Ended<{ accountId: string; email: string }> | undefined> {
  const { rows } = await sql<Ended<{ accountId: string; email: string }>>`
    with failed as (
      update generations set status = 'failed', completed_at = now(), elements = null, options = null,
        message = ${shortened(message)}, phases = coalesce(${phases ? JSON.stringify(phases) : null}, phases)
      where generation_id = ${generationId} and status in ('pending', 'processing')
        and attempt = coalesce(${attempt ?? null}::int, attempt)
      returning generation_id, account_id, cost, mails, created_at, is_async
    ), ${storeEvents('job.failed', jobsOf('failed'))}, excess as (
      select generation_id from generations
      where account_id = (select account_id from failed) and status = 'failed'
        and not exists (select from idempotency_keys where generation_id = generations.generation_id
          and idempotency_keys.created_at > now() - ${KEY_LIFETIME_HOURS} * interval '1 hour')
      order by created_at desc offset ${FAILED_MAX - 1} limit ${DROPPED_AT_ONCE}
    ), free as (
      select generation_id from generations job join excess using (generation_id)
      where not exists (select from deliveries where generation_id = job.generation_id and status = 'queued')
        and not exists (select from webhook_deliveries where generation_id = job.generation_id and status = 'pending')
      for update of job skip locked
    ), dropped as (
      delete from generations using free where generations.generation_id = free.generation_id
    )
    update accounts set reserved = reserved - cost,
      mails = accounts.mails - case when mails_on = date(failed.created_at at time zone 'utc')
        then least(failed.mails, accounts.mails) else 0 end
    from failed where accounts.account_id = failed.account_id
    returning accounts.account_id, email, ${DELIVERY_IDS} as delivery_ids`.execute(database)
  return rows[0]
}

const DELIVERY_IDS = sql`(select coalesce(array_agg(delivery_id), '{}') from event)`

/** Returns SQL for the ended jobs of a `with` query, as `storeEvents` needs them. Synchronous renders have no events. */
function jobsOf(ended: string) {
  return sql`select account_id, generation_id, null::json as data from ${sql.ref(ended)} where is_async`
}

function shortened(reason: string): string {
  if (reason.length <= REASON_LENGTH_MAX) return reason
  return `${reason.slice(0, REASON_LENGTH_MAX - 1).toWellFormed()}…`
}

/**
 * Fails the synchronous renders whose reservation has expired because their process died, and releases their credits
 * and mails.
 * @returns their number.
 */
export async function failAbandoned(database: Database, accountId?: string): Promise<number> {
  const { rows } = await sql<{ abandoned: number }>`
    with abandoned as (
      update generations set status = 'failed', completed_at = now(), elements = null, options = null,
        message = 'The service was interrupted. Nothing was charged. Please try again.'
      where status in ('pending', 'processing') and reserved_until < now() and not is_async
        and (${accountId ?? null}::uuid is null or account_id = ${accountId ?? null})
      returning account_id, cost, mails, created_at
    ), freed as (
      select account_id, sum(cost) as cost,
        coalesce(sum(mails) filter (where mails_on = date(abandoned.created_at at time zone 'utc')), 0) as mails
      from abandoned join (select account_id, mails_on from accounts) days using (account_id)
      group by account_id
    ), released as (
      update accounts set reserved = reserved - freed.cost,
        mails = accounts.mails - least(freed.mails, accounts.mails)
      from freed where accounts.account_id = freed.account_id
    )
    select count(*) as abandoned from abandoned`.execute(database)
  return one(rows).abandoned
}

/** Returns the ids of jobs that were accepted a day ago and have not ended: their jobs no longer exist in the queue. */
export async function listLostJobs(database: Database): Promise<string[]> {
  const { rows } = await sql<{ generationId: string }>`
    select generation_id from generations
    where status in ('pending', 'processing') and reserved_until < now() and is_async limit 100`.execute(
    database,
  )
  return rows.map(({ generationId }) => generationId)
}

/**
 * Begins an attempt at an asynchronous render. Earlier attempts can then no longer complete or fail it.
 * @returns `undefined` when the render has ended or does not exist.
 */
export async function beginAttempt(
  database: Database,
  generationId: string,
): Promise<Generation | undefined> {
  const { rows } = await sql<Generation>`
    update generations set status = 'processing', attempt = attempt + 1
    where generation_id = ${generationId} and status in ('pending', 'processing')
    returning generation_id, account_id, template_id, template_name, template_version, elements, pages,
      is_test, recipients, attempt, file_name, options,
      (select egress from accounts where accounts.account_id = generations.account_id) as egress,
      (select json_build_object('locale', locale, 'timeZone', time_zone)
        from accounts where accounts.account_id = generations.account_id) as region`.execute(database)
  return rows[0]
}

/** Returns a completed render for delivery, or `undefined`. */
export async function findCompleted(
  database: Database,
  generationId: string,
): Promise<Completed | undefined> {
  const { rows } = await sql<Completed>`
    select generation_id, account_id, template_id, template_name, file_name, pages, is_test, recipients, completed_at, file_id, size,
      sheets, scale, warnings
    from generations where generation_id = ${generationId} and status = 'completed'`.execute(database)
  return rows[0]
}

/** Returns a failed render for the mail to its owner, or `undefined`. */
export async function findFailed(
  database: Database,
  generationId: string,
): Promise<{ templateName: string; pages: number; message: string } | undefined> {
  const { rows } = await sql<{ templateName: string; pages: number; message: string }>`
    select template_name, pages, message
    from generations where generation_id = ${generationId} and status = 'failed'`.execute(database)
  return rows[0]
}

/** Returns the key of a PDF in the object store. */
export function pdfKey(fileId: string): string {
  return `pdfs/${fileId}.pdf`
}
