import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { pdfKey } from '../generation/generations.ts'
import type { Services } from '../services.ts'
import { type Batch, partKey } from './batches.ts'
import { changeWithEvent } from './events.ts'

/** A batch without waiting rows, or one that was cancelled or has failed. */
interface Ending extends Pick<Batch, 'batchId' | 'output' | 'status' | 'isTest' | 'files' | 'rowsCompleted'> {
  accountId: string
  hasWaiting: boolean
}

/** PDFs that are merged into one file at a time, in bytes. The result may have several files. */
const FILE_BYTES_MAX = 100 * 1024 * 1024
const FILE_SHEETS_MAX = 20_000

/**
 * Ends a batch whose rows are all completed or failed: merges the PDFs of the output `pdf`, and marks the batch
 * completed. Also merges those of a batch that was cancelled or has failed, because their rows are charged.
 */
export async function finishBatch(services: Services, batchId: string, signal: AbortSignal): Promise<void> {
  const { database } = services
  const batch = await findEnding(database, batchId)
  if (!batch || (batch.status === 'running' && batch.hasWaiting)) return
  const merges = batch.output === 'pdf' && batch.rowsCompleted > 0 && batch.files === null
  if (!merges && batch.status !== 'running') return
  const files = merges ? await mergeFiles(services, batch, signal) : null
  const merged = sql`files = coalesce(files, ${files && JSON.stringify(files)}::json)`
  const isCompleted = await changeWithEvent(services, 'batch.completed', {
    set: sql`${merged}, status = 'completed', message = null, ended_at = now()`,
    where: sql`batch_id = ${batchId} and status = 'running'`,
  })
  if (isCompleted) return
  await sql`
    update batches set ${merged} where batch_id = ${batchId} and status in ('cancelled', 'failed')`.execute(
    database,
  )
}

async function findEnding(database: Database, batchId: string): Promise<Ending | undefined> {
  const { rows } = await sql<Ending>`
    select batch_id, account_id, output, status, is_test, files, rows_completed, exists (select from batch_rows
      where batch_rows.batch_id = batches.batch_id and batch_rows.status = 'waiting') as "hasWaiting"
    from batches where batch_id = ${batchId} and status in ('running', 'cancelled', 'failed')`.execute(
    database,
  )
  return rows[0]
}

interface Part {
  partId: string
  size: number
  sheets: number
}

async function mergeFiles(
  { database, renderer, storage }: Services,
  { batchId, accountId, isTest }: Ending,
  signal: AbortSignal,
): Promise<Batch['files']> {
  const files: { fileId: string; size: number }[] = []
  for (const group of groupsOf(await listParts(database, batchId))) {
    const pdfs: Buffer[] = []
    for (const { partId } of group) {
      const pdf = await storage.readBytes(partKey(partId), signal)
      if (!pdf) throw new Error('A PDF of a batch is not in the object store')
      pdfs.push(pdf)
    }
    const options = { tenant: `${accountId} batches`, label: isTest ? ('TEST' as const) : undefined }
    const merged = await renderer.merge(pdfs, options, signal)
    const fileId = randomUUID()
    await storage.put(pdfKey(fileId), merged, signal)
    files.push({ fileId, size: merged.length })
  }
  return files
}

/** Returns the PDFs of a batch in the order of their rows. */
async function listParts(database: Database, batchId: string): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select part_id, size, sheets
    from (select generation_id, min(number) as first from batch_rows
      where batch_id = ${batchId} and status = 'completed' group by generation_id) row
      join generations using (generation_id)
    order by first`.execute(database)
  return rows
}

function groupsOf(parts: readonly Part[]): Part[][] {
  const groups: Part[][] = []
  let [bytes, sheets] = [Infinity, Infinity]
  for (const part of parts) {
    bytes += part.size
    sheets += part.sheets
    if (bytes > FILE_BYTES_MAX || sheets > FILE_SHEETS_MAX) {
      groups.push([])
      bytes = part.size
      sheets = part.sheets
    }
    groups.at(-1)?.push(part)
  }
  return groups
}
