import { Refusal } from '../errors.ts'
import type { Services } from '../services.ts'
import { findTemplate } from '../templates/templates.ts'
import { counted } from './counted.ts'
import { beginAttempt, failGeneration, findCompleted, pdfKey } from './generations.ts'
import { produce, reasonFor } from './produce.ts'
import { fileNameOf, pdfExpiry, pdfUrl } from './urls.ts'

/** What a generation job does: one attempt to produce the PDF. A fault is thrown on, and the queue tries again. */
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
    await counted(services.telemetry, 'async', generation.pages, () =>
      produce(services, generation, template, limit),
    )
  } catch (error) {
    // The job is not ours any more: somebody else has it, or will be handed it.
    if (signal.aborted) throw error
    // What the caller's own input causes fails the same way every time; only faults are worth another try.
    if (!(error instanceof Refusal) || error.kind === 'busy') throw error
    await failGeneration(services.database, generationId, reasonFor(error))
  }
}

/** What is left to do when every attempt at a generation has failed. */
export async function giveUpGenerationJob(services: Services, generationId: string): Promise<void> {
  await failGeneration(services.database, generationId, reasonFor(undefined))
}

/** What a mail job does: hands one recipient's mail to the mail server. */
export async function runMailJob(
  services: Services,
  mail: { generationId: string; recipient: string },
): Promise<void> {
  const generation = await findCompleted(services.database, mail.generationId)
  if (!generation) return
  const stored = await services.storage.readStream(pdfKey(generation.fileId))
  if (!stored) return
  await services.mailer.sendPdfReady({
    subjectId: mail.generationId,
    recipient: mail.recipient,
    templateName: generation.templateName,
    pages: generation.pages,
    pdfUrl: pdfUrl(services, generation, generation.completedAt),
    expiresAt: pdfExpiry(generation.completedAt),
    fileName: fileNameOf(generation.templateName),
    pdf: stored,
  })
}
