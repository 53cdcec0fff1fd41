import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal } from '@platen/template/refusal'
import { findAccount } from '../accounts/accounts.ts'
import type { VersionSelection } from '../content/contents.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { one } from '../database/rows.ts'
import { insufficientCredits } from '../generation/accept.ts'
import { requireActive } from '../templates/organization.ts'
import { findPrintable } from '../templates/template-data.ts'
import type { Services } from '../services.ts'
import type { Output } from './batches.ts'
import type { FileFormat, Rows } from './files/thread.ts'
import type { NewRow, RowRules } from './files/rows.ts'

/** A call to start a batch, or to check its file. */
export interface BatchRequest {
  accountId: string
  /** API key of the call. Absent when a user of the dashboard makes the call. */
  apiKey: { tokenId: string; name: string; isTest: boolean } | undefined
  templateId: string
  templateVersion: VersionSelection | undefined
  output: Output
  /** Name of the file. */
  name: string
  format: FileFormat
  bytes: Buffer
  rules: RowRules
  idempotencyKey: string | undefined
}

/** Batches of an account that have not ended. */
const OPEN_MAX = 10
/** Ended batches without a result that are kept. They are free, so nothing else limits their number. */
const FRUITLESS_MAX = 20
/** Rows of one statement. */
const INSERTED_AT_ONCE = 1_000

/**
 * Reads the file of a batch. Nothing is stored.
 * @throws {Refusal} `not-found` for the template, `conflict` if it is archived; `invalid` for a file that cannot be read, or rules that do not match.
 */
export async function readBatchFile(
  services: Services,
  request: BatchRequest,
  deadline: AbortSignal,
): Promise<Rows & { template: { name: string; number: number } }> {
  const { database, settings, rowsReader } = services
  const { accountId, apiKey, templateId, templateVersion, output, bytes, format } = request
  if ((output === 'mail') !== (request.rules.recipient !== undefined)) {
    throw new Refusal(
      'invalid',
      output === 'mail'
        ? 'recipient is missing. With the output mail, it is the column with the e-mail addresses.'
        : 'recipient is only for the output mail.',
    )
  }
  const template = await findPrintable(database, accountId, templateId, templateVersion)
  requireActive(template)
  const onlyRecipient =
    apiKey?.isTest && output === 'mail' ? (await findAccount(database, accountId)).email : undefined
  const fileName = request.rules.fileName ?? (output === 'zip' ? '{row}' : undefined)
  const rules = { ...request.rules, onlyRecipient, fileName: output === 'pdf' ? undefined : fileName }
  const limits = { rowsMax: settings.batches.rowsMax }
  const rows = await rowsReader.read({ bytes, format, rules, limits }, { accountId, deadline })
  return { ...rows, template }
}

/**
 * Starts a batch: stores its rows and queues its job. A repeated call with the same idempotency key returns the first
 * batch.
 * @throws {Refusal} as `readBatchFile`; `conflict` when the key was used for another body; `insufficient-credits` when
 * no credit is left; `limit-reached` for too many batches that have not ended.
 */
export async function createBatch(
  services: Services,
  request: BatchRequest,
  deadline: AbortSignal,
): Promise<{ batchId: string; replayed: boolean }> {
  const { database, queue } = services
  const requestHash = hashOf(request)
  const previous = await findPrevious(database, request, requestHash)
  if (previous !== undefined) return { batchId: previous, replayed: true }
  const { columns, rows, template } = await readBatchFile(services, request, deadline)
  const { accountId, apiKey } = request
  const isTest = apiKey?.isTest ?? false
  const { available } = await findAccount(database, accountId)
  if (!isTest && available <= 0) {
    throw await insufficientCredits(services, database, { accountId, pages: rows.length })
  }
  const batchId = randomUUID()
  return await inTransaction(database, async (transaction) => {
    // Serializes the calls of an account, so that the limit and the idempotency key hold.
    await sql`select from accounts where account_id = ${accountId} for no key update`.execute(transaction)
    const other = await findPrevious(transaction, request, requestHash)
    if (other !== undefined) return { batchId: other, replayed: true }
    await limitBatches(transaction, accountId)
    const failed = rows.filter(({ error }) => error !== undefined).length
    await sql`
      insert into batches (batch_id, account_id, template_id, template_name, template_version, token_id, key_name,
        is_test, idempotency_key, request_hash, name, output, columns, rows, rows_failed)
      values (${batchId}, ${accountId}, ${request.templateId}, ${template.name}, ${template.number},
        ${apiKey?.tokenId ?? null}, ${apiKey?.name ?? null}, ${isTest}, ${request.idempotencyKey ?? null},
        ${requestHash}, ${request.name}, ${request.output}, ${JSON.stringify(columns)}, ${rows.length},
        ${failed})`.execute(transaction)
    for (let first = 0; first < rows.length; first += INSERTED_AT_ONCE)
      await insertRows(transaction, batchId, rows.slice(first, first + INSERTED_AT_ONCE), first)
    await queue.send('batch', transaction, [{ data: { batchId }, accountId }])
    return { batchId, replayed: false }
  })
}

async function insertRows(
  transaction: Database,
  batchId: string,
  rows: readonly NewRow[],
  before: number,
): Promise<void> {
  const values = rows.map(({ cells, data, recipient, fileName, error }, index) => ({
    number: before + index + 1,
    cells,
    data,
    recipient,
    file_name: fileName,
    error,
  }))
  await sql`
    insert into batch_rows (batch_id, number, status, cells, data, recipient, file_name, error)
    select ${batchId}, number, case when error is null then 'waiting' else 'failed' end, cells, data, recipient,
      file_name, error
    from json_to_recordset(${JSON.stringify(values)}::json)
      as row (number int, cells json, data text, recipient text, file_name text, error text)`.execute(
    transaction,
  )
}

async function findPrevious(
  database: Database,
  { accountId, idempotencyKey }: BatchRequest,
  requestHash: Buffer,
): Promise<string | undefined> {
  if (idempotencyKey === undefined) return undefined
  const { rows } = await sql<{ batchId: string; isSame: boolean }>`
    select batch_id, request_hash = ${requestHash} as "isSame" from batches
    where account_id = ${accountId} and idempotency_key = ${idempotencyKey}`.execute(database)
  const [batch] = rows
  if (batch?.isSame === false) {
    throw new Refusal('conflict', 'This Idempotency-Key was used for another batch. Use a new one.')
  }
  return batch?.batchId
}

/** Limits the batches of an account: removes old ones without a result. @throws {Refusal} `limit-reached`. */
async function limitBatches(transaction: Database, accountId: string): Promise<void> {
  const { rows } = await sql<{ open: number }>`
    with fruitless as (
      select batch_id from batches
      where account_id = ${accountId} and ended_at is not null and rows_completed = 0
      order by created_at desc offset ${FRUITLESS_MAX - 1}
    ), deleted as (
      delete from batches using fruitless where batches.batch_id = fruitless.batch_id
    )
    select count(*) as open from batches where account_id = ${accountId} and ended_at is null`.execute(
    transaction,
  )
  if (one(rows).open < OPEN_MAX) return
  throw new Refusal(
    'limit-reached',
    `The account has ${OPEN_MAX} batches that have not ended. Wait until one is completed, or cancel one.`,
  )
}

function hashOf({ accountId, apiKey, bytes, idempotencyKey: _key, ...rest }: BatchRequest): Buffer {
  const isTest = apiKey?.isTest ?? false
  return createHash('sha256')
    .update(JSON.stringify({ accountId, isTest, ...rest }))
    .update(bytes)
    .digest()
}
