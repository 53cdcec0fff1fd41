import { KEY_LIFETIME_HOURS } from './idempotency.ts'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { EgressRules } from '../egress/rules.ts'
import type { PdfOptions, Region, Warning } from '../rendering/renderer.ts'
import type { PhaseTimes } from '../telemetry/telemetry.ts'
import { queueEvents } from '../webhooks/events.ts'

/** How long the row of a call is kept after its end. What it cost stays in the ledger. */
export const GENERATION_KEPT_DAYS = 30

/** The newest failed calls of an account that are kept. Failures are free, so their number has no other limit. */
export const FAILED_KEPT = 1_000
/** Older failed calls that one failure removes. More than one, so that an excess shrinks. */
const DROPPED_AT_ONCE = 100
/** Characters of the reason of a failure. Reasons quote templates, which may hold names of any length. */
const REASON_LENGTH_MAX = 1_000

/** A call that was accepted. Its pages are reserved until it is completed or failed. */
export interface Generation {
  generationId: string
  accountId: string
  templateId: string
  templateName: string
  /** The JSON text of an array: one page an element. */
  elements: string
  pages: number
  recipients: string[]
  /** The name under which its PDF is saved; null: that of the template. */
  fileName: string | null
  /** What its PDF is given besides its pages. */
  options: PdfOptions | null
  /** What its account's templates may load. */
  egress: EgressRules
  /** What helpers of its account's templates take where a template names none. */
  region: Region
  /** Which attempt at it this is: 0 while a caller waits for it, else from 1. */
  attempt: number
}

/** One attempt at a generation. Only the latest may end it. */
export type Attempt = Pick<Generation, 'generationId' | 'attempt'>

/** What a finished rendering leaves in its row. */
export interface Outcome {
  /** Names the stored PDF. Every attempt has its own, so that a late one never touches what was delivered. */
  fileId: string
  /** Bytes of the PDF. */
  size: number
  sheets: number
  /** Smallest scale of any page; null for a PDF from before it was recorded. */
  scale: number | null
  warnings: Warning[]
}

/** A generation that is charged, with what is needed to hand it over. */
export interface Completed
  extends Omit<Generation, 'elements' | 'options' | 'egress' | 'region' | 'attempt'>, Outcome {
  completedAt: Date
}

/**
 * Charges a generation's pages and marks it completed, in one statement.
 * @returns when; undefined, and nothing is charged, when it was given up meanwhile or a later attempt has it.
 */
export async function completeGeneration(
  database: Database,
  { generationId, attempt }: Attempt,
  outcome: Outcome & { phases: PhaseTimes },
): Promise<Date | undefined> {
  const { rows } = await sql<{ completedAt: Date }>`
    with completed as (
      update generations set status = 'completed', completed_at = date_trunc('milliseconds', now()), elements = null, options = null,
        message = null, file_id = ${outcome.fileId}, size = ${outcome.size}, sheets = ${outcome.sheets}, scale = ${outcome.scale},
        warnings = ${JSON.stringify(outcome.warnings)}, phases = ${JSON.stringify(outcome.phases)}
      where generation_id = ${generationId} and status = 'processing' and attempt = ${attempt}
      returning generation_id, account_id, pages, completed_at, is_async
    ), event as (${queueEvents('completed', 'job.completed')}
    ), entry as (
      insert into credit_entries (account_id, kind, credits, reference)
      select account_id, 'generation', -pages, generation_id from completed
    )
    update accounts set credits = credits - pages, reserved = reserved - pages
    from completed where accounts.account_id = completed.account_id
    returning completed_at as "completedAt"`.execute(database)
  return rows[0]?.completedAt
}

/**
 * Marks a generation failed, with words for its owner, and gives its pages and the day's mails back. One that is
 * completed or failed already stays as it is, and so does one of which a later attempt is under way. Failed calls of
 * the account beyond the newest 1,000 are removed, unless a mail or webhook about them is still to be sent. Calls with
 * an idempotency key of the last 24 hours are kept besides: the key is deleted with its call, and would run again.
 * @param attempt Which attempt gives up; none: all of them have.
 * @param phases What the attempt has spent its time on.
 * @returns whose mail it was to be, or undefined when nothing was changed.
 */
export async function failGeneration(
  database: Database,
  { generationId, attempt }: Pick<Attempt, 'generationId'> & Partial<Attempt>,
  message: string,
  phases?: PhaseTimes,
): Promise<{ accountId: string; email: string } | undefined> {
  const { rows } = await sql<{ accountId: string; email: string }>`
    with failed as (
      update generations set status = 'failed', completed_at = now(), elements = null, options = null,
        message = ${shortened(message)}, phases = coalesce(${phases ? JSON.stringify(phases) : null}, phases)
      where generation_id = ${generationId} and status in ('pending', 'processing')
        and attempt = coalesce(${attempt ?? null}::int, attempt)
      returning generation_id, account_id, pages, mails, created_at, is_async
    ), event as (${queueEvents('failed', 'job.failed')}
    ), excess as (
      select generation_id from generations
      where account_id = (select account_id from failed) and status = 'failed'
        and not exists (select from idempotency_keys where generation_id = generations.generation_id
          and idempotency_keys.created_at > now() - ${KEY_LIFETIME_HOURS} * interval '1 hour')
      order by created_at desc offset ${FAILED_KEPT - 1} limit ${DROPPED_AT_ONCE}
    ), free as (
      select generation_id from generations job join excess using (generation_id)
      where not exists (select from deliveries where generation_id = job.generation_id and status = 'queued')
        and not exists (select from webhook_deliveries where generation_id = job.generation_id and status = 'pending')
      for update of job skip locked
    ), dropped as (
      delete from generations using free where generations.generation_id = free.generation_id
    )
    update accounts set reserved = reserved - pages,
      mails = accounts.mails - case when mails_on = date(failed.created_at at time zone 'utc')
        then least(failed.mails, accounts.mails) else 0 end
    from failed where accounts.account_id = failed.account_id
    returning accounts.account_id as "accountId", email`.execute(database)
  return rows[0]
}

function shortened(reason: string): string {
  if (reason.length <= REASON_LENGTH_MAX) return reason
  return `${reason.slice(0, REASON_LENGTH_MAX - 1).toWellFormed()}…`
}

/**
 * Fails every synchronous generation whose time is over without an end: its process died. Their pages and mails
 * go back.
 * @returns how many there were.
 */
export async function failAbandoned(database: Database, accountId?: string): Promise<number> {
  const { rows } = await sql<{ abandoned: number }>`
    with abandoned as (
      update generations set status = 'failed', completed_at = now(), elements = null, options = null,
        message = 'The service was interrupted. Nothing was charged; please try again.'
      where status in ('pending', 'processing') and reserved_until < now() and not is_async
        and (${accountId ?? null}::uuid is null or account_id = ${accountId ?? null})
      returning account_id, pages, mails, created_at
    ), freed as (
      select account_id, sum(pages) as pages,
        coalesce(sum(mails) filter (where mails_on = date(abandoned.created_at at time zone 'utc')), 0) as mails
      from abandoned join (select account_id, mails_on from accounts) days using (account_id)
      group by account_id
    ), released as (
      update accounts set reserved = reserved - freed.pages,
        mails = accounts.mails - least(freed.mails, accounts.mails)
      from freed where accounts.account_id = freed.account_id
    )
    select count(*) as abandoned from abandoned`.execute(database)
  return rows[0]?.abandoned ?? 0
}

/** The asynchronous generations that were accepted a day ago and have not ended: their jobs are lost. */
export async function listLost(database: Database): Promise<string[]> {
  const { rows } = await sql<{ generationId: string }>`
    select generation_id as "generationId" from generations
    where status in ('pending', 'processing') and reserved_until < now() and is_async limit 100`.execute(
    database,
  )
  return rows.map(({ generationId }) => generationId)
}

/**
 * Takes up an asynchronous generation for one attempt; every earlier one can no longer end it.
 * @returns undefined when there is nothing left to do for it.
 */
export async function beginAttempt(
  database: Database,
  generationId: string,
): Promise<Generation | undefined> {
  const { rows } = await sql<Generation>`
    update generations set status = 'processing', attempt = attempt + 1
    where generation_id = ${generationId} and status in ('pending', 'processing')
    returning generation_id as "generationId", account_id as "accountId", template_id as "templateId",
      template_name as "templateName", elements, pages, recipients, attempt, file_name as "fileName", options,
      (select egress from accounts where accounts.account_id = generations.account_id) as egress,
      (select json_build_object('locale', locale, 'timeZone', time_zone)
        from accounts where accounts.account_id = generations.account_id) as region`.execute(database)
  return rows[0]
}

/** A completed generation, for those who hand it over. */
export async function findCompleted(
  database: Database,
  generationId: string,
): Promise<Completed | undefined> {
  const { rows } = await sql<Completed>`
    select generation_id as "generationId", account_id as "accountId", template_id as "templateId",
      template_name as "templateName", file_name as "fileName", pages, recipients, completed_at as "completedAt", file_id as "fileId", size,
      sheets, scale, warnings
    from generations where generation_id = ${generationId} and status = 'completed'`.execute(database)
  return rows[0]
}

/** A failed generation, as its owner is told of it. */
export async function findFailed(
  database: Database,
  generationId: string,
): Promise<{ templateName: string; pages: number; message: string } | undefined> {
  const { rows } = await sql<{ templateName: string; pages: number; message: string }>`
    select template_name as "templateName", pages, message
    from generations where generation_id = ${generationId} and status = 'failed'`.execute(database)
  return rows[0]
}

/** Where the PDF named `fileId` lies in the object store. */
export function pdfKey(fileId: string): string {
  return `pdfs/${fileId}.pdf`
}
