import { sql } from 'kysely'
import type { EgressRules } from '@platen/renderer/egress/rules'
import type { Region, Warning } from '@platen/renderer/service'
import { type Database, inTransaction } from '../database/database.ts'
import { queueDeliveries } from '../generation/mail-deliveries.ts'
import type { Services } from '../services.ts'
import { LACKS_PDF, type Output } from './batches.ts'
import { changeWithEvent } from './events.ts'

/** Most rows of an attempt. Few enough that another batch of the account soon gets its share. */
export const ROWS_AT_ONCE = 50

/** An attempt at the next rows of a batch. Only the latest attempt may store results. */
export interface BatchAttempt {
  batchId: string
  accountId: string
  templateId: string
  templateName: string
  templateVersion: number
  isTest: boolean
  output: Output
  attempt: number
  /** Attempts, this one included, since the last result was stored. */
  stalled: number
  /** Rows of the attempt. */
  rowsAtOnce: number
  /** False when the account is suspended or is being deleted. */
  isActive: boolean
  /** Credits that the account can spend. */
  credits: number
  /** Mails that the account has sent today. */
  mails: number
  egress: EgressRules
  region: Region
}

/** A row whose document has yet to be rendered. */
export interface WaitingRow {
  number: number
  data: string
  recipient: string | null
  fileName: string | null
}

/** A stored PDF with the rows that it has. */
export interface RenderedRows {
  generationId: string
  /** Id of the object. With the output `pdf`, it is a part that is merged with others. */
  objectId: string
  rows: WaitingRow[]
  size: number
  sheets: number
  scale: number
  warnings: Warning[]
}

/**
 * Begins an attempt. Earlier attempts can then store nothing more.
 * @returns `undefined` when the batch is paused, has ended or does not exist.
 */
export async function beginAttempt(database: Database, batchId: string): Promise<BatchAttempt | undefined> {
  const { rows } = await sql<BatchAttempt>`
    update batches set status = 'running', attempt = attempt + 1, stalled = stalled + 1
    from accounts
    where batch_id = ${batchId} and status in ('queued', 'running') and accounts.account_id = batches.account_id
    returning batch_id, batches.account_id, template_id, template_name, template_version, is_test, output, attempt,
      stalled, rows_at_once, suspended_at is null and deletion_at is null as "isActive", credits - reserved as credits,
      case when mails_on = date(now() at time zone 'utc') then mails else 0 end as mails, egress,
      json_build_object('locale', locale, 'timeZone', time_zone) as region`.execute(database)
  return rows[0]
}

/** Returns the next rows of a batch. */
export async function nextRows(database: Database, batchId: string, limit: number): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select number, data, recipient, file_name from batch_rows
    where batch_id = ${batchId} and status = 'waiting' order by number limit ${limit}`.execute(database)
  return rows
}

/**
 * Stores the results of rows: charges them, and records their renders and mails, in one transaction. A row is therefore
 * completed and charged exactly once, however often its attempt is repeated.
 * @returns false, with nothing stored, when a later attempt has begun, the batch has been paused or has ended, or the
 * account lacks credits or mails.
 */
export async function storeResults(
  services: Pick<Services, 'database' | 'queue' | 'settings'>,
  batch: BatchAttempt,
  results: readonly RenderedRows[],
): Promise<boolean> {
  return await inTransaction(services.database, async (transaction) => {
    if (!(await lockAttempt(transaction, batch))) return false
    const mails = batch.output === 'mail' ? results.length : 0
    const pages = results.reduce((sum, { rows }) => sum + rows.length, 0)
    if (!(await charge(transaction, batch, { cost: batch.isTest ? 0 : pages, mails }, services.settings)))
      return false
    await insertRenders(transaction, batch, results)
    await completeRows(transaction, batch, results)
    if (mails === 0) return true
    for (const { generationId, rows } of results) {
      const recipients = rows.flatMap(({ recipient }) => recipient ?? [])
      await queueDeliveries(services, transaction, {
        accountId: batch.accountId,
        generationId,
        kind: 'ready',
        recipients,
        deliveryIds: [],
      })
    }
    return true
  })
}

/** Marks a row failed. Nothing is charged. Does nothing when a later attempt has begun. */
export async function failRow(
  database: Database,
  batch: BatchAttempt,
  number: number,
  error: string,
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    if (!(await lockAttempt(transaction, batch))) return
    await sql`
      with failed as (
        update batch_rows set status = 'failed', error = ${error}, data = null
        where batch_id = ${batch.batchId} and number = ${number} and status = 'waiting' returning 1
      )
      update batches set stalled = 0, rows_failed = rows_failed + (select count(*) from failed)
      where batch_id = ${batch.batchId}`.execute(transaction)
  })
}

/** Pauses or fails the batch of an attempt, with a message for its account. */
export async function stopBatch(
  services: Pick<Services, 'database' | 'queue'>,
  { batchId, attempt }: Pick<BatchAttempt, 'batchId' | 'attempt'>,
  status: 'paused' | 'failed',
  message: string,
): Promise<void> {
  await changeWithEvent(services, `batch.${status}`, {
    set: sql`status = ${status}, message = ${message},
      paused_at = case when ${status} = 'paused' then now() end,
      ended_at = case when ${status} = 'failed' then now() end`,
    where: sql`batch_id = ${batchId} and attempt = ${attempt} and status = 'running'`,
  })
}

/**
 * Adds a message for the account to a batch whose job has failed too often, and pauses the batch if it has not ended. It
 * can be resumed.
 */
export async function pauseInterrupted(
  services: Pick<Services, 'database' | 'queue'>,
  batchId: string,
  message: string,
): Promise<void> {
  const isPaused = await changeWithEvent(services, 'batch.paused', {
    set: sql`status = 'paused', message = ${message}, paused_at = now()`,
    where: sql`batch_id = ${batchId} and status in ('queued', 'running')`,
  })
  if (isPaused) return
  await sql`
    update batches set message = concat_ws(' ', message, ${message}::text)
    where batch_id = ${batchId} and ${LACKS_PDF}`.execute(services.database)
}

/** Removes an attempt from the count of those without a result, because a component of the service failed. */
export async function discountAttempt(database: Database, { batchId, attempt }: BatchAttempt): Promise<void> {
  await sql`
    update batches set stalled = greatest(stalled - 1, 0)
    where batch_id = ${batchId} and attempt = ${attempt}`.execute(database)
}

/** Lets the next attempt begin with one row, because several rows took too long. */
export async function shrinkAttempts(database: Database, { batchId, attempt }: BatchAttempt): Promise<void> {
  await sql`update batches set rows_at_once = 1 where batch_id = ${batchId} and attempt = ${attempt}`.execute(
    database,
  )
}

/** Locks the batch until the end of the transaction. @returns false when the attempt may not store results. */
async function lockAttempt(transaction: Database, { batchId, attempt }: BatchAttempt): Promise<boolean> {
  const { rows } = await sql`
    select from batches where batch_id = ${batchId} and attempt = ${attempt} and status = 'running'
    for update`.execute(transaction)
  return rows.length === 1
}

/** Charges credits and counts mails. @returns false when the account lacks either. */
async function charge(
  transaction: Database,
  { accountId }: BatchAttempt,
  { cost, mails }: { cost: number; mails: number },
  { mailsPerDay }: Services['settings'],
): Promise<boolean> {
  const { rows } = await sql`
    update accounts set credits = credits - ${cost}, mails_on = today,
      mails = case when mails_on = today then mails else 0 end + ${mails}
    from date(now() at time zone 'utc') as today
    where account_id = ${accountId} and (${cost} = 0 or credits - reserved >= ${cost})
      and (${mails} = 0 or case when mails_on = today then mails else 0 end + ${mails} <= ${mailsPerDay})
    returning 1`.execute(transaction)
  return rows.length === 1
}

/** Records completed renders, with their entries in the ledger. */
async function insertRenders(
  transaction: Database,
  batch: BatchAttempt,
  results: readonly RenderedRows[],
): Promise<void> {
  const values = results.map(({ generationId, objectId, rows, size, sheets, scale, warnings }) => ({
    generation_id: generationId,
    file_id: batch.output === 'pdf' ? null : objectId,
    part_id: batch.output === 'pdf' ? objectId : null,
    pages: rows.length,
    recipients: rows.flatMap(({ recipient }) => recipient ?? []),
    file_name: batch.output === 'pdf' ? null : rows[0]?.fileName,
    size,
    sheets,
    scale,
    warnings,
  }))
  await sql`
    with rendered as (
      insert into generations (generation_id, batch_id, account_id, template_id, template_name, template_version,
        is_async, status, pages, is_test, recipients, mails, token_id, key_name, file_name, reserved_until,
        completed_at, attempt, file_id, part_id, size, sheets, scale, warnings)
      select generation_id, batch_id, account_id, template_id, template_name, template_version, true, 'completed',
        pages, is_test, array(select json_array_elements_text(recipients)), json_array_length(recipients), token_id,
        key_name, file_name, now(), date_trunc('milliseconds', now()), 1, file_id, part_id, size, sheets, scale, warnings
      from json_to_recordset(${JSON.stringify(values)}::json) as result (generation_id uuid, file_id uuid, part_id uuid, pages int,
        recipients json, file_name text, size int8, sheets int, scale float8, warnings json)
        cross join (select batch_id, account_id, template_id, template_name, template_version, is_test, token_id,
          key_name from batches where batch_id = ${batch.batchId}) batch
      returning generation_id, account_id, cost
    )
    insert into credit_entries (account_id, kind, credits, reference)
    select account_id, 'generation', -cost, generation_id from rendered where cost > 0`.execute(transaction)
}

async function completeRows(
  transaction: Database,
  { batchId }: BatchAttempt,
  results: readonly RenderedRows[],
): Promise<void> {
  const values = results.flatMap(({ generationId, rows }) =>
    rows.map(({ number }) => ({ number, generation_id: generationId })),
  )
  const { rows } = await sql`
    with result as (
      select number, generation_id
      from json_to_recordset(${JSON.stringify(values)}::json) as result (number int, generation_id uuid)
    ), completed as (
      update batch_rows set status = 'completed', generation_id = result.generation_id, data = null, cells = null,
        recipient = null, file_name = null
      from result
      where batch_id = ${batchId} and batch_rows.number = result.number and status = 'waiting' returning 1
    )
    update batches set stalled = 0, rows_at_once = least(2 * rows_at_once, ${ROWS_AT_ONCE}), rows_completed = rows_completed + ${values.length}
    where batch_id = ${batchId} and (select count(*) from completed) = ${values.length}
    returning 1`.execute(transaction)
  if (rows.length !== 1) throw new Error('A row of a batch was completed twice')
}
