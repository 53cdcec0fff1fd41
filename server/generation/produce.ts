import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { inTransaction, isOutcomeUnknown } from '../database/database.ts'
import { Refusal } from '../errors.ts'
import type { Warning } from '../rendering/renderer.ts'
import type { Services } from '../services.ts'
import { discard } from '../storage/discard.ts'
import { readSource } from '../templates/templates.ts'
import type { AcceptedTemplate } from './accept.ts'
import { queueDeliveries } from './deliveries.ts'
import {
  completeGeneration,
  failGeneration,
  findCompleted,
  type Generation,
  type Outcome,
  pdfKey,
} from './generations.ts'

// As long as PostgreSQL may take for a statement.
const CHARGE_LOOKS = 10
const CHARGE_LOOK_EVERY_MS = 500

/** What was made, stored and charged, and when. */
export interface Produced extends Outcome {
  completedAt: Date
}

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
): Promise<Produced> {
  const { telemetry } = services
  const { source, contentVersion } = await telemetry.phase('template', () =>
    readSource(services, generation.accountId, template, signal),
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
  const key = pdfKey(outcome.fileId)
  let completedAt: Date | undefined
  try {
    await telemetry.phase('store', () => services.storage.put(key, pdf, signal))
    if (!signal.aborted) {
      completedAt = await telemetry.phase('settle', () => chargeForCertain(services, generation, outcome))
    }
    if (!completedAt) {
      throw new Refusal(
        'timed-out',
        'It was not ready in time. Nothing was charged; large documents should use async.',
      )
    }
  } catch (error) {
    // A fault may have struck after the row was charged, and then the PDF is its owner's; the sweeper decides.
    if (error instanceof Refusal) void discard(services, key)
    throw error
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
  return { ...outcome, completedAt }
}

/** `produce`, and when it fails, the pages go back with the reason. */
export async function produceOrRelease(
  services: Services,
  generation: Generation,
  template: AcceptedTemplate,
  signal: AbortSignal,
): Promise<Produced> {
  try {
    return await produce(services, generation, template, signal)
  } catch (error) {
    await failGeneration(services.database, generation, reasonFor(error))
    throw error
  }
}

/** What the owner of a failed generation is told. */
export function reasonFor(error: unknown): string {
  if (!(error instanceof Refusal)) return 'The service failed while it made this PDF. Nothing was charged.'
  return error.detail === undefined ? error.message : `${error.message} ${error.detail}`
}

/**
 * `charge`, and where the connection breaks over it, a look at what became of it: a caller who was charged must get
 * the PDF.
 */
async function chargeForCertain(
  services: Services,
  generation: Generation,
  outcome: Outcome,
): Promise<Date | undefined> {
  try {
    return await charge(services, generation, outcome)
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error
    for (let look = 1; look <= CHARGE_LOOKS; look += 1) {
      await delay(CHARGE_LOOK_EVERY_MS)
      const completed = await findCompleted(services.database, generation.generationId).catch(() => undefined)
      if (completed?.fileId === outcome.fileId) return completed.completedAt
    }
    throw error
  }
}

/** Charges the pages; the mails are in the queue if and only if they are charged. */
async function charge(
  services: Services,
  generation: Generation,
  outcome: Outcome,
): Promise<Date | undefined> {
  if (generation.recipients.length === 0) {
    return await completeGeneration(services.database, generation, outcome)
  }
  return await inTransaction(services.database, async (transaction) => {
    const completedAt = await completeGeneration(transaction, generation, outcome)
    if (completedAt) await queueDeliveries(services, transaction, { ...generation, kind: 'ready' })
    return completedAt
  })
}
