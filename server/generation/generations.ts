import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { Refusal } from '../errors.ts'
import type { EgressRules } from '../egress/rules.ts'
import type { Warning } from '../rendering/renderer.ts'
import { queueEvents } from '../webhooks/events.ts'

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
  /** What its account's templates may load. */
  egress: EgressRules
}

/** What a finished rendering leaves in its row. */
export interface Outcome {
  /** Names the stored PDF. Every attempt has its own, so that a late one never touches what was delivered. */
  fileId: string
  /** Bytes of the PDF. */
  size: number
  sheets: number
  warnings: Warning[]
}

/** A generation as its caller may see it. */
export interface Job {
  jobId: string
  status: 'pending' | 'processing' | 'completed' | 'failed'
  templateId: string
  templateName: string
  pages: number
  createdAt: Date
  completedAt: Date | null
  fileId: string | null
  size: number | null
  message: string | null
}

/**
 * Charges a generation's pages and marks it completed, in one statement.
 * @returns false, and nothing is charged, when it was given up meanwhile (its time was over).
 */
export async function completeGeneration(
  database: Database,
  generationId: string,
  outcome: Outcome,
): Promise<boolean> {
  const { rows } = await sql`
    with completed as (
      update generations set status = 'completed', completed_at = now(), elements = null, message = null,
        file_id = ${outcome.fileId}, size = ${outcome.size}, sheets = ${outcome.sheets},
        warnings = ${JSON.stringify(outcome.warnings)}
      where generation_id = ${generationId} and status = 'processing'
      returning generation_id, account_id, pages, is_async
    ), event as (${queueEvents('completed', 'job.completed')}
    ), entry as (
      insert into credit_entries (account_id, kind, credits, reference)
      select account_id, 'generation', -pages, generation_id from completed
    )
    update accounts set credits = credits - pages, reserved = reserved - pages
    from completed where accounts.account_id = completed.account_id
    returning generation_id`.execute(database)
  return rows.length === 1
}

/**
 * Marks a generation failed, with words for its owner, and gives its pages back. One that is completed or
 * failed already stays as it is.
 */
export async function failGeneration(
  database: Database,
  generationId: string,
  message: string,
): Promise<void> {
  await sql`
    with failed as (
      update generations set status = 'failed', completed_at = now(), elements = null, message = ${message}
      where generation_id = ${generationId} and status in ('pending', 'processing')
      returning generation_id, account_id, pages, is_async
    ), event as (${queueEvents('failed', 'job.failed')}
    )
    update accounts set reserved = reserved - pages
    from failed where accounts.account_id = failed.account_id`.execute(database)
}

/**
 * Fails every generation whose time is over without an end: its process died. Their pages go back.
 * @returns how many there were.
 */
export async function failAbandoned(database: Database, accountId?: string): Promise<number> {
  const { rows } = await sql<{ abandoned: number }>`
    with abandoned as (
      update generations set status = 'failed', completed_at = now(), elements = null,
        message = 'The service was interrupted. Nothing was charged; please try again.'
      where status in ('pending', 'processing') and reserved_until < now()
        and (${accountId ?? null}::uuid is null or account_id = ${accountId ?? null})
      returning generation_id, account_id, pages, is_async
    ), event as (${queueEvents('abandoned', 'job.failed')}
    ), released as (
      update accounts set reserved = reserved - total
      from (select account_id, sum(pages) as total from abandoned group by account_id) freed
      where accounts.account_id = freed.account_id
    )
    select count(*) as abandoned from abandoned`.execute(database)
  return rows[0]?.abandoned ?? 0
}

/**
 * Takes up an asynchronous generation for one attempt, and keeps its pages reserved while that may last.
 * @returns undefined when there is nothing left to do for it.
 */
export async function beginAttempt(
  database: Database,
  generationId: string,
): Promise<Generation | undefined> {
  const { rows } = await sql<Generation>`
    update generations set status = 'processing'
    where generation_id = ${generationId} and status in ('pending', 'processing')
    returning ${GENERATION}`.execute(database)
  return rows[0]
}

/** A completed generation, for those who deliver it. */
export async function findCompleted(
  database: Database,
  generationId: string,
): Promise<(Omit<Generation, 'elements'> & { fileId: string; size: number; completedAt: Date }) | undefined> {
  const { rows } = await sql<
    Omit<Generation, 'elements'> & { fileId: string; size: number; completedAt: Date }
  >`
    select ${GENERATION}, file_id as "fileId", size, completed_at as "completedAt"
    from generations where generation_id = ${generationId} and status = 'completed'`.execute(database)
  return rows[0]
}

/** An asynchronous generation of an account. @throws {Refusal} `not-found`, for another account's as for none. */
export async function findJob(database: Database, accountId: string, jobId: string): Promise<Job> {
  const { rows } = await sql<Job>`
    select generation_id as "jobId", status, template_id as "templateId", template_name as "templateName", pages,
      created_at as "createdAt", completed_at as "completedAt", file_id as "fileId", size, message
    from generations where generation_id = ${jobId} and account_id = ${accountId} and is_async`.execute(
    database,
  )
  const [job] = rows
  if (!job) throw new Refusal('not-found', 'There is no job with this jobId.')
  return job
}

/** Where the PDF named `fileId` lies in the object store. */
export function pdfKey(fileId: string): string {
  return `pdfs/${fileId}.pdf`
}

const GENERATION = sql`
  generation_id as "generationId", account_id as "accountId", template_id as "templateId",
  template_name as "templateName", elements, pages, recipients,
  (select egress from accounts where accounts.account_id = generations.account_id) as egress`
