import { type RawBuilder, sql } from 'kysely'
import { type Database, inTransaction } from '../database/database.ts'
import { cursorOf, isAfter, type Page, pageOf } from '../database/pages.ts'
import { one, oneOrNotFound } from '../database/rows.ts'
import { pdfKey } from '../generation/generations.ts'
import { Refusal } from '@platen/template/refusal'
import type { Services } from '../services.ts'

/** Results of a batch: one PDF with all rows, a ZIP with a PDF per row, or a mail per row. */
export const OUTPUTS = ['pdf', 'zip', 'mail'] as const
export type Output = (typeof OUTPUTS)[number]

export const BATCH_STATUSES = ['queued', 'running', 'paused', 'completed', 'cancelled', 'failed'] as const

/** Days that an ended batch is kept, with its failed rows, and days after which a paused batch is cancelled. */
export const BATCH_RETENTION_DAYS = 30

/** A batch as the users of its account see it. */
export interface Batch {
  batchId: string
  /** Name of the file with the rows. */
  name: string
  status: (typeof BATCH_STATUSES)[number]
  /** Reason why the batch is paused or has failed. */
  message: string | null
  output: Output
  templateId: string
  templateName: string
  templateVersion: number
  isTest: boolean
  rows: number
  rowsCompleted: number
  rowsFailed: number
  /** Credits charged so far. */
  cost: number
  columns: string[]
  /** Merged PDFs of the output `pdf`. `null` until they exist. */
  files: { fileId: string; size: number }[] | null
  createdAt: Date
  endedAt: Date | null
}

const ORDER = { time: sql`created_at`, id: sql`batch_id` }
const COLUMNS = sql`batch_id, name, status, message, output, template_id, template_name, template_version, is_test, rows,
  rows_completed, rows_failed, case when is_test then 0 else rows_completed end as cost, columns, files, created_at,
  ended_at`

/** Returns a page of the batches of an account, newest first. */
export async function listBatches(
  database: Database,
  accountId: string,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<Page<Batch>> {
  const { rows } = await sql<Batch & { cursor: string }>`
    select ${COLUMNS}, ${cursorOf(ORDER)} as cursor from batches
    where account_id = ${accountId} and ${isAfter(ORDER, cursor)}
    order by created_at desc, batch_id desc limit ${limit + 1}`.execute(database)
  return pageOf(rows, limit, (row) => row.cursor)
}

/** Returns one batch of an account. @throws {Refusal} `not-found`, also for a batch of another account. */
export async function findBatch(database: Database, accountId: string, batchId: string): Promise<Batch> {
  const { rows } = await sql<Batch>`
    select ${COLUMNS} from batches where batch_id = ${batchId} and account_id = ${accountId}`.execute(
    database,
  )
  return oneOrNotFound(rows, 'There is no batch with this batchId.')
}

/** A failed row of a batch. */
export interface FailedRow {
  number: number
  cells: string[]
  error: string
}

/** Returns a page of the failed rows of a batch, in the order of the file. */
export async function listFailedRows(
  database: Database,
  batchId: string,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<Page<FailedRow>> {
  const { rows } = await sql<FailedRow>`
    select number, cells, error from batch_rows
    where batch_id = ${batchId} and status = 'failed' and number > ${cursor ?? '0'}::int
    order by number limit ${limit + 1}`.execute(database)
  return pageOf(rows, limit, ({ number }) => number)
}

/** A completed row with its PDF. */
export interface RowFile {
  number: number
  fileId: string
  fileName: string
  /** Size in bytes. */
  size: number
  completedAt: Date
}

/** Returns a page of the PDFs of a batch with a PDF per row, in the order of the file. */
export async function listRowFiles(
  database: Database,
  batchId: string,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<Page<RowFile>> {
  const { rows } = await sql<RowFile>`
    select number, file_id, generations.file_name, size, completed_at
    from batch_rows join generations using (generation_id)
    where batch_rows.batch_id = ${batchId} and batch_rows.status = 'completed' and number > ${cursor ?? '0'}::int
    order by number limit ${limit + 1}`.execute(database)
  return pageOf(rows, limit, ({ number }) => number)
}

/**
 * Cancels a batch that has not ended. An attempt in progress can then store nothing more. A job merges the PDFs that are
 * charged already.
 * @throws {Refusal} `not-found`; `conflict` when the batch has ended.
 */
export async function cancelBatch(services: Changing, caller: Caller, batchId: string): Promise<void> {
  await changeStatus(services, caller, batchId, {
    from: sql`status in ('queued', 'running', 'paused')`,
    to: sql`status = 'cancelled', ended_at = now(), paused_at = null`,
    refusal: (status) => `This batch has the status "${status}", so it cannot be cancelled.`,
  })
}

/**
 * Resumes a paused batch. For a cancelled or failed batch whose completed rows are not merged, a job merges them.
 * @throws {Refusal} `not-found`; `conflict` when the batch cannot be resumed.
 */
export async function resumeBatch(services: Changing, caller: Caller, batchId: string): Promise<void> {
  await changeStatus(services, caller, batchId, {
    from: sql`status = 'paused' or ${LACKS_PDF}`,
    to: sql`status = case when status = 'paused' then 'queued' else status end, stalled = 0, paused_at = null`,
    refusal: (status) =>
      `This batch has the status "${status}". Only a paused batch can be resumed, or one that has ended without the PDF of its completed rows.`,
  })
}

/** SQL condition: a batch was cancelled or has failed, and the PDFs of its completed rows are not merged. */
export const LACKS_PDF = sql`
  (status in ('cancelled', 'failed') and output = 'pdf' and rows_completed > 0 and files is null)`

type Changing = Pick<Services, 'database' | 'queue'>

/** Account of a call, with its API key. A test key can change only test batches. */
interface Caller {
  accountId: string
  apiKey: { isTest: boolean } | undefined
}

async function changeStatus(
  { database, queue }: Changing,
  { accountId, apiKey }: Caller,
  batchId: string,
  change: { from: RawBuilder<unknown>; to: RawBuilder<unknown>; refusal: (status: string) => string },
): Promise<void> {
  const isTestCall = apiKey?.isTest ?? false
  await inTransaction(database, async (transaction) => {
    const { rows } = await sql`
      update batches set message = null, ${change.to}
      where batch_id = ${batchId} and account_id = ${accountId} and (${change.from})
        and (is_test or not ${isTestCall}) returning 1`.execute(transaction)
    if (rows.length === 0) {
      const { status, isTest } = await findBatch(transaction, accountId, batchId)
      if (isTestCall && !isTest) {
        throw new Refusal(
          'conflict',
          'A test key can change only batches of test keys. Use a live API key or the dashboard.',
        )
      }
      throw new Refusal('conflict', change.refusal(status))
    }
    await queue.send('batch', transaction, [{ data: { batchId }, accountId }])
  })
}

/** Returns the key of the PDF of some rows in the object store, which is merged with others. */
export function partKey(partId: string): string {
  return `batches/${partId}.pdf`
}

/** SQL condition: a batch has not ended, or less than 30 days ago. */
export function isKept(now: Date): RawBuilder<unknown> {
  return sql`ended_at is null or not ${isOld(now)}`
}

/** SQL condition: a batch ended 30 days ago. */
function isOld(now: Date): RawBuilder<unknown> {
  return sql`ended_at < ${now}::timestamptz - ${BATCH_RETENTION_DAYS} * interval '1 day'`
}

/** Cancels up to `countMax` batches that were paused 30 days ago. @returns their number. */
export async function cancelOldPauses(
  { database, queue }: Changing,
  now: Date,
  countMax: number,
): Promise<number> {
  return await inTransaction(database, async (transaction) => {
    const { rows } = await sql<{ batchId: string; accountId: string }>`
      with old as (
        select batch_id from batches
        where status = 'paused' and paused_at < ${now}::timestamptz - ${BATCH_RETENTION_DAYS} * interval '1 day'
        limit ${countMax} for update skip locked
      )
      update batches set status = 'cancelled', ended_at = ${now}, paused_at = null,
        message = ${`The batch was paused for ${BATCH_RETENTION_DAYS} days.`}
      from old where batches.batch_id = old.batch_id
      returning batches.batch_id, account_id`.execute(transaction)
    if (rows.length > 0) {
      const jobs = rows.map(({ batchId, accountId }) => ({ data: { batchId }, accountId }))
      await queue.send('batch', transaction, jobs)
    }
    return rows.length
  })
}

/** Removes up to `countMax` rows of batches that ended 30 days ago. @returns their number. */
export async function deleteOldRows(database: Database, now: Date, countMax: number): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with old as (
      select batch_id, number from batches join batch_rows using (batch_id) where ${isOld(now)} limit ${countMax}
    ), deleted as (
      delete from batch_rows using old
      where batch_rows.batch_id = old.batch_id and batch_rows.number = old.number returning 1
    )
    select count(*) as deleted from deleted`.execute(database)
  return one(rows).deleted
}

/** Removes up to `countMax` batches that ended 30 days ago, after their rows. @returns their number. */
export async function deleteOldBatches(database: Database, now: Date, countMax: number): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with old as (
      select batch_id from batches where ${isOld(now)} limit ${countMax} for update skip locked
    ), deleted as (
      delete from batches using old where batches.batch_id = old.batch_id returning 1
    )
    select count(*) as deleted from deleted`.execute(database)
  return one(rows).deleted
}

/**
 * Returns those objects that a batch needs: PDFs of rows until `keptMs` after its end, and the PDFs of parts until they
 * are merged.
 */
export async function objectsOfBatches(
  database: Database,
  keys: readonly string[],
  { now, keptMs }: { now: Date; keptMs: number },
): Promise<Set<string>> {
  const ids = keys.flatMap((key) => /^(?:pdfs|batches)\/([0-9a-f-]{36})\.pdf$/.exec(key)?.[1] ?? [])
  const { rows } = await sql<{ fileId: string | null; partId: string | null }>`
    select file_id, part_id from generations join batches using (batch_id)
    where (file_id = any(${ids}::uuid[]) or part_id = any(${ids}::uuid[]) and files is null)
      and (ended_at is null or ended_at > ${now}::timestamptz - ${keptMs} * interval '1 millisecond')`.execute(
    database,
  )
  return new Set(
    rows.flatMap(({ fileId, partId }) => [
      ...(fileId === null ? [] : [pdfKey(fileId)]),
      ...(partId === null ? [] : [partKey(partId)]),
    ]),
  )
}
