import { inTransaction } from '../../database/database.ts'
import { Refusal } from '../../errors.ts'
import { DeliveryError } from '../../mail/mailer.ts'
import { composePdfFailed } from '../../mail/pdf-failed.ts'
import { composePdfReady } from '../../mail/pdf-ready.ts'
import type { Services } from '../../services.ts'
import type { PhaseTimes } from '../../telemetry/telemetry.ts'
import { findTemplate } from '../../templates/templates.ts'
import { withRenderMetrics } from '../../generation/render-metrics.ts'
import {
  beginDelivery,
  type Delivery,
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
import { type JobDeadline, jobDeadline } from '../../generation/job-deadline.ts'
import { mayBeCausedByDocument, produce, reasonFor } from '../../generation/produce.ts'
import { pdfExpiry, pdfUrl, savedAs } from '../../generation/urls.ts'

/** The words for a caller who waits would send it where it is already. */
const TOOK_TOO_LONG = 'It was not ready in time, though a job has two minutes. Nothing was charged.'

/**
 * What a generation job does: one attempt to produce the PDF. A fault that the document may have caused is thrown
 * on, and the queue tries a few times more.
 * @param signal Aborts when the attempt has lost its job. It leaves everything to the next one then.
 * @returns `not-now` where anything else was in trouble: the database, the store, Chromium, or a line too long.
 */
export async function runGenerationJob(
  services: Services,
  generationId: string,
  signal: AbortSignal,
): Promise<'done' | 'not-now'> {
  using time = jobDeadline(services.settings.asyncLimitMs, signal)
  try {
    await time.during(attempt(services, generationId, time, signal))
    return 'done'
  } catch (error) {
    // The job is not ours any more: somebody else has it, or will be handed it.
    if (signal.aborted) throw error
    const suspect = mayBeCausedByDocument(error)
    services.log.error({ err: error, generationId, suspect }, 'an attempt at a job failed')
    if (suspect) throw error
    return 'not-now'
  }
}

/** What is left to do when every attempt at a generation has failed, or it was lost. */
export async function giveUpGenerationJob(services: Services, generationId: string): Promise<void> {
  await failAndTell(
    services,
    { generationId },
    'The service could not make this PDF, although it tried several times. Nothing was charged. ' +
      'If it happens again with this template and data, please tell the operator of the service.',
  )
}

/** What a mail job does: hands one mail to the mail server. What the server may take later is thrown on. */
export async function runMailJob(services: Services, mail: Delivery, signal: AbortSignal): Promise<void> {
  if (!(await beginDelivery(services.database, mail))) return
  try {
    await send(services, mail, signal)
  } catch (error) {
    // We broke off ourselves, which says nothing of the mail.
    if (signal.aborted) throw error
    if (!(error instanceof DeliveryError)) {
      services.log.error({ err: error, generationId: mail.generationId }, 'an attempt at a mail failed')
      throw error
    }
    await markDelivery(services.database, mail, error.isPermanent ? 'failed' : 'queued', error.message)
    services.log.warn({ generationId: mail.generationId, forGood: error.isPermanent }, 'a mail was not taken')
    if (error.isPermanent) return
    throw error
  }
  await markDelivery(services.database, mail, 'sent')
}

/** What is left to do when every attempt at a mail has failed: the last words of the server stand. */
export async function giveUpMailJob(services: Services, mail: Delivery): Promise<void> {
  await markDelivery(services.database, mail, 'failed')
}

async function attempt(
  services: Services,
  generationId: string,
  time: JobDeadline,
  signal: AbortSignal,
): Promise<void> {
  const generation = await beginAttempt(services.database, generationId)
  if (!generation) return
  try {
    const template = await findTemplate(services.database, generation.accountId, generation.templateId)
    await withRenderMetrics(services.telemetry, 'async', generation.pages, () =>
      produce(services, generation, template, time.signal, { clock: time.clock }),
    )
  } catch (error) {
    // What the caller's own input causes fails the same way every time; only the rest is worth another try.
    if (signal.aborted || !(error instanceof Refusal) || error.kind === 'busy') throw error
    if (time.isOnlyWaited()) throw new Error('A job has waited too long for its turn', { cause: error })
    const reason = error.kind === 'timed-out' ? TOOK_TOO_LONG : reasonFor(error)
    await failAndTell(services, generation, reason, services.telemetry.phaseTimes())
  }
}

/** Marks a job failed and tells its owner by mail, once: both or neither. */
async function failAndTell(
  services: Services,
  generation: Pick<Attempt, 'generationId'> & Partial<Attempt>,
  message: string,
  phases?: PhaseTimes,
): Promise<void> {
  await inTransaction(services.database, async (transaction) => {
    const owner = await failGeneration(transaction, generation, message, phases)
    if (!owner) return
    await queueDeliveries(services, transaction, {
      accountId: owner.accountId,
      generationId: generation.generationId,
      kind: 'failed',
      recipients: [owner.email],
    })
  })
}

async function send(services: Services, mail: Delivery, signal: AbortSignal): Promise<void> {
  if (mail.kind === 'failed') return await sendFailed(services, mail, signal)
  const generation = await findCompleted(services.database, mail.generationId)
  const pdf = generation && (await services.storage.readStream(pdfKey(generation.fileId)))
  if (!pdf) throw new DeliveryError('The PDF is no longer kept.', { forGood: true })
  const fileName = savedAs(generation)
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

async function sendFailed(services: Services, mail: Delivery, signal: AbortSignal): Promise<void> {
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
