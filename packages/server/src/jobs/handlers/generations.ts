import { inTransaction } from '../../database/database.ts'
import { Refusal } from '@platen/template/refusal'
import { DeliveryError } from '../../mail/mailer.ts'
import { composePdfFailed } from '../../mail/pdf-failed.ts'
import { composePdfReady } from '../../mail/pdf-ready.ts'
import type { Services } from '../../services.ts'
import type { PhaseTimes } from '../../telemetry/telemetry.ts'
import { findPrintable } from '../../templates/template-data.ts'
import { withRenderMetrics } from '../../generation/render-metrics.ts'
import {
  beginDelivery,
  type MailDelivery,
  markDelivery,
  queueDeliveries,
} from '../../generation/mail-deliveries.ts'
import {
  type Attempt,
  beginAttempt,
  failGeneration,
  findCompleted,
  findFailed,
  pdfKey,
} from '../../generation/generations.ts'
import { type JobDeadline, startJobDeadline } from '../../generation/job-deadline.ts'
import { mayBeCausedByDocument, produce, reasonFor } from '../../generation/produce.ts'
import { pdfExpiry, pdfUrl, fileNameFor } from '../../generation/urls.ts'

/** Message for a job. The message for a synchronous call recommends `async`, which a job is already. */
const TIMEOUT_MESSAGE =
  'The PDF was not ready within 2 minutes, the time limit of a job. Nothing was charged. Split the data into several calls.'

/**
 * Runs a render job: one attempt to produce the PDF. Rethrows a fault that the document may have caused, and the queue
 * retries the job a few times.
 * @param signal Aborts when the attempt has lost its job. The next attempt then does all the work.
 * @returns `postpone` when anything else failed: the database, the store, Chromium, or the wait for a slot.
 */
export async function runGenerationJob(
  services: Services,
  generationId: string,
  signal: AbortSignal,
): Promise<'done' | 'postpone'> {
  using deadline = startJobDeadline(services.settings.asyncLimitMs, signal)
  try {
    await deadline.waitFor(attempt(services, generationId, deadline, signal))
    return 'done'
  } catch (error) {
    // The job has been returned to the queue, and another process runs it or will run it.
    if (signal.aborted) throw error
    const suspect = mayBeCausedByDocument(error)
    services.log.error({ err: error, generationId, suspect }, 'an attempt at a render job failed')
    if (suspect) throw error
    return 'postpone'
  }
}

/** Fails a render whose attempts have all failed, or whose job was lost. */
export async function failGenerationJob(services: Services, generationId: string): Promise<void> {
  await failAndNotify(
    services,
    { generationId },
    'All attempts to make this PDF failed. Nothing was charged. Send the call again. ' +
      'If it fails again with this template and data, contact the operator of the service.',
  )
}

/** Runs a mail job: sends one mail to the mail server. Rethrows a temporary failure, and the queue retries the job. */
export async function runMailJob(services: Services, mail: MailDelivery, signal: AbortSignal): Promise<void> {
  if (!(await beginDelivery(services.database, mail))) return
  try {
    await send(services, mail, signal)
  } catch (error) {
    // The attempt was aborted, so the failure does not concern the mail.
    if (signal.aborted) throw error
    if (!(error instanceof DeliveryError)) {
      services.log.error({ err: error, generationId: mail.generationId }, 'an attempt at a mail failed')
      throw error
    }
    await markDelivery(services.database, mail, error.isPermanent ? 'failed' : 'queued', error.message)
    services.log.warn(
      { generationId: mail.generationId, isPermanent: error.isPermanent },
      'the mail server did not accept a mail',
    )
    if (error.isPermanent) return
    throw error
  }
  await markDelivery(services.database, mail, 'sent')
}

/** Marks a mail failed after its last attempt. The last message of the mail server is kept. */
export async function failMailJob(services: Services, mail: MailDelivery): Promise<void> {
  await markDelivery(services.database, mail, 'failed')
}

async function attempt(
  services: Services,
  generationId: string,
  deadline: JobDeadline,
  signal: AbortSignal,
): Promise<void> {
  const generation = await beginAttempt(services.database, generationId)
  if (!generation) return
  try {
    const { accountId, templateId, templateVersion } = generation
    const template = await findPrintable(
      services.database,
      accountId,
      templateId,
      templateVersion ?? 'current',
    )
    await withRenderMetrics(services.telemetry, 'async', generation, () =>
      produce(services, generation, template, deadline.signal, { clock: deadline.clock }),
    )
  } catch (error) {
    // A failure caused by the input of the caller is permanent. Only other failures are retried.
    if (signal.aborted || !(error instanceof Refusal) || error.kind === 'busy') throw error
    if (deadline.isQueueTimeout()) throw new Error('A job has waited too long for a slot', { cause: error })
    const reason = error.kind === 'timed-out' ? TIMEOUT_MESSAGE : reasonFor(error)
    await failAndNotify(services, generation, reason, services.telemetry.phaseTimes())
  }
}

/** Marks a job failed and queues one mail to its owner, in one transaction. */
async function failAndNotify(
  services: Services,
  generation: Pick<Attempt, 'generationId'> & Partial<Attempt>,
  message: string,
  phases?: PhaseTimes,
): Promise<void> {
  await inTransaction(services.database, async (transaction) => {
    const owner = await failGeneration(transaction, generation, message, phases)
    if (!owner) return
    await queueDeliveries(services, transaction, {
      ...owner,
      generationId: generation.generationId,
      kind: 'failed',
      recipients: [owner.email],
    })
  })
}

async function send(services: Services, mail: MailDelivery, signal: AbortSignal): Promise<void> {
  if (mail.kind === 'failed') return await sendFailed(services, mail, signal)
  const generation = await findCompleted(services.database, mail.generationId)
  const pdf = generation && (await services.storage.readStream(pdfKey(generation.fileId)))
  if (!pdf) throw new DeliveryError('The PDF has expired.', { isPermanent: true })
  const fileName = fileNameFor(generation)
  const attachment = await services.mailer.attachment(fileName, pdf)
  await services.mailer.send(
    {
      subjectId: mail.generationId,
      recipient: mail.recipient,
      ...composePdfReady({
        templateName: generation.templateName,
        pages: generation.pages,
        pdfUrl: await pdfUrl(services, generation, generation.completedAt),
        expiresAt: pdfExpiry(generation.completedAt),
        attached: attachment !== undefined,
      }),
      attachment,
    },
    signal,
  )
}

async function sendFailed(services: Services, mail: MailDelivery, signal: AbortSignal): Promise<void> {
  const failed = await findFailed(services.database, mail.generationId)
  if (!failed) return
  await services.mailer.send(
    {
      subjectId: `${mail.generationId}.failed`,
      recipient: mail.recipient,
      ...composePdfFailed({ ...failed, jobId: mail.generationId }),
      attachment: undefined,
    },
    signal,
  )
}
