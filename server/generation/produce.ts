import { randomUUID } from 'node:crypto'
import { inTransaction } from '../database/database.ts'
import { Refusal } from '../errors.ts'
import type { Warning } from '../rendering/renderer.ts'
import type { Services } from '../services.ts'
import { readSource } from '../templates/templates.ts'
import type { AcceptedTemplate } from './accept.ts'
import { completeGeneration, failGeneration, type Generation, type Outcome, pdfKey } from './generations.ts'

/**
 * Makes the PDF of an accepted generation: fill, print, store, charge. Synchronous calls and jobs share it.
 * The object is stored before it is charged, so that what is paid for is there; a crash in between leaves an
 * object without an owner, which the sweeper removes.
 * @throws {Refusal} `invalid` when the template fails, `timed-out` when `signal` ends it, `busy`.
 */
export async function produce(
  services: Services,
  generation: Generation,
  template: AcceptedTemplate,
  signal: AbortSignal,
): Promise<Outcome> {
  const { telemetry } = services
  const { source, contentVersion } = await telemetry.phase('template', () =>
    readSource(services, generation.accountId, template),
  )
  const { pdf, sheets, warnings } = await services.renderer.render(
    {
      owner: { partition: generation.accountId, egress: generation.egress },
      source,
      contentVersion,
      elements: generation.elements,
    },
    signal,
    telemetry.phase,
  )
  const outcome = { fileId: randomUUID(), size: pdf.length, sheets, warnings }
  await telemetry.phase('store', () => services.storage.put(pdfKey(outcome.fileId), pdf))
  const charged =
    !signal.aborted && (await telemetry.phase('settle', () => charge(services, generation, outcome)))
  if (!charged) {
    await services.storage.remove(pdfKey(outcome.fileId))
    throw new Refusal(
      'timed-out',
      'It was not ready in time. Nothing was charged; large documents should use async.',
    )
  }
  if (warnings.length > 0) {
    // Their subjects are made of the caller's data, which no log may hold; the row has them.
    const kinds = Map.groupBy(warnings, ({ kind }) => kind)
    const total = (list: Warning[]) => list.reduce((sum, { count }) => sum + count, 0)
    const counts = Object.fromEntries(Array.from(kinds, ([kind, list]) => [kind, total(list)]))
    services.log.warn(
      { generationId: generation.generationId, counts },
      'the document was printed with warnings',
    )
  }
  return outcome
}

/** `produce`, and when it fails, the pages go back with the reason. */
export async function produceOrRelease(
  services: Services,
  generation: Generation,
  template: AcceptedTemplate,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    return await produce(services, generation, template, signal)
  } catch (error) {
    await failGeneration(services.database, generation.generationId, reasonFor(error))
    throw error
  }
}

/** What the owner of a failed generation is told. */
export function reasonFor(error: unknown): string {
  if (!(error instanceof Refusal)) return 'The service failed while it made this PDF. Nothing was charged.'
  return error.detail === undefined ? error.message : `${error.message} ${error.detail}`
}

/** Charges the pages; the mails are in the queue if and only if they are charged. */
async function charge(services: Services, generation: Generation, outcome: Outcome): Promise<boolean> {
  const { generationId, accountId, recipients } = generation
  if (recipients.length === 0) return await completeGeneration(services.database, generationId, outcome)
  return await inTransaction(services.database, async (transaction) => {
    const charged = await completeGeneration(transaction, generationId, outcome)
    if (charged) await services.queue.sendMails(transaction, { generationId, accountId, recipients })
    return charged
  })
}
