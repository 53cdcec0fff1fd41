import { setTimeout as delay } from 'node:timers/promises'
import { inTransaction } from '../database/database.ts'
import { Refusal } from '../errors.ts'
import { Undelivered } from '../mail/mailer.ts'
import { composePdfFailed } from '../mail/pdf-failed.ts'
import { composePdfReady } from '../mail/pdf-ready.ts'
import type { Services } from '../services.ts'
import { findTemplate } from '../templates/templates.ts'
import { counted } from './counted.ts'
import { beginDelivery, type Delivery, markDelivery, queueDeliveries } from './deliveries.ts'
import {
  type Attempt,
  beginAttempt,
  failGeneration,
  findCompleted,
  findFailed,
  pdfKey,
} from './generations.ts'
import { produce, reasonFor } from './produce.ts'
import { fileNameOf, pdfExpiry, pdfUrl } from './urls.ts'

const BUSY_WAIT_MS = 2_000

/**
 * What a generation job does: one attempt to produce the PDF. A fault is thrown on, and the queue tries again.
 * @param signal Aborts when the attempt has lost its job. It leaves everything to the next one then.
 */
export async function runGenerationJob(
  services: Services,
  generationId: string,
  signal: AbortSignal,
): Promise<void> {
  const generation = await beginAttempt(services.database, generationId)
  if (!generation) return
  const limit = AbortSignal.any([signal, AbortSignal.timeout(services.settings.asyncLimitMs)])
  try {
    const template = await findTemplate(services.database, generation.accountId, generation.templateId)
    await whenThereIsRoom(limit, () =>
      counted(services.telemetry, 'async', generation.pages, () =>
        produce(services, generation, template, limit),
      ),
    )
  } catch (error) {
    // The job is not ours any more: somebody else has it, or will be handed it.
    if (signal.aborted) throw error
    // What the caller's own input causes fails the same way every time; only faults are worth another try.
    if (signal.aborted || !(error instanceof Refusal)) {
      services.log.error(
        { err: error, generationId, attempt: generation.attempt },
        'an attempt at a job failed',
      )
      throw error
    }
    await failAndTell(services, generation, reasonFor(error))
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
    if (!(error instanceof Undelivered)) {
      services.log.error({ err: error, generationId: mail.generationId }, 'an attempt at a mail failed')
      throw error
    }
    await markDelivery(services.database, mail, error.forGood ? 'failed' : 'queued', error.message)
    services.log.warn({ generationId: mail.generationId, forGood: error.forGood }, 'a mail was not taken')
    if (error.forGood) return
    throw error
  }
  await markDelivery(services.database, mail, 'sent')
}

/** What is left to do when every attempt at a mail has failed: the last words of the server stand. */
export async function giveUpMailJob(services: Services, mail: Delivery): Promise<void> {
  await markDelivery(services.database, mail, 'failed')
}

/** Marks a job failed and tells its owner by mail, once: both or neither. */
async function failAndTell(
  services: Services,
  generation: Pick<Attempt, 'generationId'> & Partial<Attempt>,
  message: string,
): Promise<void> {
  await inTransaction(services.database, async (transaction) => {
    const owner = await failGeneration(transaction, generation, message)
    if (!owner) return
    await queueDeliveries(services, transaction, {
      accountId: owner.accountId,
      generationId: generation.generationId,
      kind: 'failed',
      recipients: [owner.email],
    })
  })
}

/** A job can wait where a caller cannot: while too many documents stand in line, it asks again. */
async function whenThereIsRoom<Result>(limit: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind !== 'busy' || limit.aborted) throw error
      await delay(BUSY_WAIT_MS)
    }
  }
}

async function send(services: Services, mail: Delivery, signal: AbortSignal): Promise<void> {
  if (mail.kind === 'failed') return await sendFailed(services, mail, signal)
  const generation = await findCompleted(services.database, mail.generationId)
  const pdf = generation && (await services.storage.readStream(pdfKey(generation.fileId)))
  if (!pdf) throw new Undelivered('The PDF is no longer kept.', { forGood: true })
  const fileName = fileNameOf(generation.templateName)
  const attached = await services.mailer.attachment(fileName, pdf)
  await services.mailer.send(
    {
      subjectId: mail.generationId,
      recipient: mail.recipient,
      ...composePdfReady({
        templateName: generation.templateName,
        pages: generation.pages,
        pdfUrl: await pdfUrl(services, generation, generation.completedAt),
        expiresAt: pdfExpiry(generation.completedAt),
        attached: attached !== undefined,
      }),
      attached,
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
      attached: undefined,
    },
    signal,
  )
}
