import { Refusal } from '@platen/template/refusal'
import {
  beginAttempt,
  type BatchAttempt,
  discountAttempt,
  failRow,
  nextRows,
  pauseInterrupted,
  ROWS_AT_ONCE,
  stopBatch,
  type WaitingRow,
} from '../../batches/attempts.ts'
import { finishBatch } from '../../batches/finish.ts'
import { renderRows } from '../../batches/render.ts'
import { takePreviews } from '../../generation/preview-limit.ts'
import { mayBeCausedByDocument } from '../../generation/produce.ts'
import type { Services } from '../../services.ts'
import { findPrintable } from '../../templates/template-data.ts'

/** Attempts without a result after which rows are rendered alone, to find the row that ends the process. */
const STALLED_TOGETHER = 3
/** Attempts without a result after which a row that is rendered alone fails. */
const STALLED_MAX = 10

/**
 * Runs a batch job: renders the next rows of a batch, or ends the batch when none is left.
 * @param signal Aborts when the attempt has lost its job. The next attempt then does all the work.
 * @returns the time of the next attempt, `postpone` when a component of the service failed, or `done`.
 */
export async function runBatchJob(
  services: Services,
  batchId: string,
  signal: AbortSignal,
): Promise<'done' | 'postpone' | Date> {
  const { database, log } = services
  let batch: BatchAttempt | undefined
  try {
    batch = await beginAttempt(database, batchId)
    const rows = batch ? await nextRows(database, batchId, ROWS_AT_ONCE) : []
    if (batch && rows.length > 0) return await attempt(services, batch, rows, signal)
    await finishBatch(services, batchId, signal)
    return 'done'
  } catch (error) {
    if (signal.aborted) throw error
    const suspect = mayBeCausedByDocument(error)
    log.error({ err: error, batchId, suspect }, 'an attempt at a batch failed')
    if (suspect) throw error
    if (batch) await discountAttempt(database, batch)
    return 'postpone'
  }
}

/** Pauses a batch whose job has failed too often. */
export async function pauseBatchJob(services: Services, batchId: string): Promise<void> {
  await pauseInterrupted(
    services,
    batchId,
    'The service was interrupted too often. Resume the batch. If it pauses again, contact the operator of the service.',
  )
}

async function attempt(
  services: Services,
  batch: BatchAttempt,
  waiting: WaitingRow[],
  signal: AbortSignal,
): Promise<'done' | Date> {
  const { database } = services
  const { allowed, message } = allowance(services, batch)
  if (allowed <= 0) {
    await stopBatch(services, batch, 'paused', message)
    return 'done'
  }
  const [first] = waiting
  if (first && batch.stalled > STALLED_MAX) {
    await failRow(
      database,
      batch,
      first.number,
      'All attempts to make this document failed. Nothing was charged for it.',
    )
    return new Date()
  }
  const rows = waiting.slice(0, batch.stalled > STALLED_TOGETHER ? 1 : Math.min(allowed, batch.rowsAtOnce))
  const waitSeconds = batch.isTest ? await testDelay(services, batch, rows.length) : 0
  if (waitSeconds > 0) {
    await discountAttempt(database, batch)
    return new Date(Date.now() + waitSeconds * 1_000)
  }
  try {
    const { accountId, templateId, templateVersion } = batch
    const template = await findPrintable(database, accountId, templateId, templateVersion)
    const admit = async (count: number) => !batch.isTest || (await testDelay(services, batch, count)) === 0
    await renderRows(services, { batch, template, rows, admit }, signal)
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'not-found') throw error
    const reason = 'The template, or its version at the start of the batch, was deleted.'
    await stopBatch(services, batch, 'failed', reason)
  }
  return new Date()
}

/** Returns the number of rows that the account may have rendered now, and the message if it is 0. */
function allowance(
  { settings }: Services,
  { isActive, isTest, output, credits, mails }: BatchAttempt,
): { allowed: number; message: string } {
  if (!isActive)
    return {
      allowed: 0,
      message: 'The account is suspended or is being deleted. Contact the operator of this service.',
    }
  const { billingUrl, mailsPerDay } = settings
  const byCredits = {
    allowed: isTest ? Infinity : credits,
    message: `No credits are left. Purchase credits at ${billingUrl}, then resume the batch.`,
  }
  const byMails = {
    allowed: output === 'mail' ? mailsPerDay - mails : Infinity,
    message: `Today's ${mailsPerDay.toLocaleString('en')} mails are sent. The limit resets at 00:00 UTC. Resume the batch then.`,
  }
  return byCredits.allowed <= byMails.allowed ? byCredits : byMails
}

/** Counts the rows of a test batch, which is free, as previews. @returns seconds to wait when the limit is reached. */
async function testDelay(
  { database }: Services,
  { accountId }: BatchAttempt,
  count: number,
): Promise<number> {
  try {
    await takePreviews(database, accountId, count)
    return 0
  } catch (error) {
    if (!(error instanceof Refusal) || error.retryAfter === undefined) throw error
    return error.retryAfter
  }
}
