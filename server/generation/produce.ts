import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { inTransaction, isOutcomeUnknown } from '../database/database.ts'
import { Refusal } from '../errors.ts'
import type { View } from '../rendering/image/drawer.ts'
import { libraryOf } from '../library/library.ts'
import type { Warning } from '../rendering/renderer.ts'
import type { PausableClock } from '../rendering/scheduling/deadline.ts'
import type { Services } from '../services.ts'
import { discard } from '../storage/discard.ts'
import type { PrintableTemplate } from '../templates/template-data.ts'
import { readSource } from '../templates/templates.ts'
import { queueDeliveries } from './mail-deliveries.ts'
import {
  completeGeneration,
  failGeneration,
  findCompleted,
  type Generation,
  type Outcome,
  pdfKey,
} from './generations.ts'

// As long as PostgreSQL may take for a statement: then it has done it, or never will.
const CHARGE_LOOKED_FOR_MS = 5_000
const CHARGE_LOOK_EVERY_MS = 500

/** What was made, stored and charged, and when. */
export interface Produced extends Outcome {
  completedAt: Date
  pdf: Buffer
  /** A PNG, where one was wanted. */
  picture: Buffer | undefined
}

/** A fault in the midst of rendering: unlike all others, the document may have caused it. */
export class RenderingFault extends Error {
  override name = 'RenderingFault'
}

/** Whether the document itself may be what an attempt failed over, so that it must not be tried for long. */
export function mayBeCausedByDocument(error: unknown): boolean {
  // Who was only too busy says when to come back. Chromium that ended twice over one document does not.
  if (error instanceof Refusal) return error.retryAfter === undefined
  return error instanceof RenderingFault
}

/**
 * Makes the PDF of an accepted generation: fill, print, store, charge. Synchronous calls and jobs share it.
 * The object is stored before it is charged, so that what is paid for is there; a crash in between leaves an
 * object without an owner, which the sweeper removes.
 * @param how `view`: the picture to draw of it; `clock`: is told while it waits for its turn.
 * @throws {Refusal} `invalid` when the template fails, `timed-out` when `signal` ends it, `busy`.
 * @throws {RenderingFault} when rendering fails for no reason that is known.
 */
export async function produce(
  services: Services,
  generation: Generation,
  template: Omit<PrintableTemplate, 'schema'>,
  signal: AbortSignal,
  { view, clock }: { view?: View | undefined; clock?: PausableClock } = {},
): Promise<Produced> {
  const { telemetry } = services
  const { source, contentVersion } = await telemetry.phase('template', () =>
    readSource(services, generation.accountId, template, signal),
  )
  const { pdf, sheets, scale, warnings } = await orFault(
    services.renderer.render(
      {
        owner: { partition: generation.accountId, egress: generation.egress, ...(clock && { clock }) },
        source,
        contentVersion,
        elements: generation.elements,
        region: generation.region,
        library: libraryOf(services, generation.accountId),
        options: generation.options,
      },
      signal,
      telemetry.phase,
    ),
  )
  // Before anything is charged: there may be no such sheet.
  const picture = view && (await orFault(services.renderer.draw(pdf, view, generation.accountId, signal)))
  const outcome = { fileId: randomUUID(), size: pdf.length, sheets, scale, warnings }
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
  return { ...outcome, completedAt, pdf, picture }
}

async function orFault<Result>(rendering: Promise<Result>): Promise<Result> {
  return await rendering.catch((error: unknown) => {
    throw error instanceof Refusal ? error : new RenderingFault('The rendering failed', { cause: error })
  })
}

/** Does the work for a generation, and when it fails, the pages go back with the reason. */
export async function releaseOnFailure<Result>(
  services: Services,
  generation: Generation,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    await failGeneration(services.database, generation, reasonFor(error), services.telemetry.phaseTimes())
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
    const until = performance.now() + CHARGE_LOOKED_FOR_MS
    for (let isLast = false; !isLast;) {
      await delay(CHARGE_LOOK_EVERY_MS)
      isLast = performance.now() >= until
      const completed = await findCompleted(services.database, generation.generationId).catch(() => undefined)
      if (completed?.fileId === outcome.fileId) return completed.completedAt
    }
    throw error
  }
}

/** Charges the pages; the mails are in the queue if and only if they are charged. */
async function charge(services: Services, generation: Generation, made: Outcome): Promise<Date | undefined> {
  const outcome = { ...made, phases: services.telemetry.phaseTimes() }
  if (generation.recipients.length === 0) {
    return await completeGeneration(services.database, generation, outcome)
  }
  return await inTransaction(services.database, async (transaction) => {
    const completedAt = await completeGeneration(transaction, generation, outcome)
    if (completedAt) await queueDeliveries(services, transaction, { ...generation, kind: 'ready' })
    return completedAt
  })
}
