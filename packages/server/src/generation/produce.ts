import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { inTransaction, isOutcomeUnknown } from '../database/database.ts'
import { Refusal } from '@platen/template/refusal'
import type { View } from '@platen/renderer/service'
import { countByKind } from './render-metrics.ts'
import { libraryOf } from '../content/library.ts'
import type { PausableClock } from '@platen/capacity/pausable-deadline'
import { timeoutRefusal } from '@platen/renderer/scheduling/timed-out'
import type { Services } from '../services.ts'
import { discard } from '../storage/discard.ts'
import type { PrintableTemplate } from '../templates/template-data.ts'
import { readKnownSource } from '../content/contents.ts'
import { templateRef } from '../templates/templates.ts'
import { prepareOptions } from './render-options.ts'
import { queueDeliveries } from './mail-deliveries.ts'
import {
  completeGeneration,
  failGeneration,
  findCompleted,
  type Generation,
  type Outcome,
  pdfKey,
} from './generations.ts'

// The statement time limit of PostgreSQL. After it, the statement has taken effect or never will.
const CHARGE_POLL_LIMIT_MS = 5_000
const CHARGE_POLL_EVERY_MS = 500

/** A PDF that is stored and charged. */
export interface Produced extends Outcome {
  completedAt: Date
  pdf: Buffer
  /** A PNG image, when requested. */
  image: Buffer | undefined
}

/** A fault during rendering, which the document may have caused. */
export class RenderingFault extends Error {
  override name = 'RenderingFault'
}

/** Returns true when the document itself may have caused the failure, so that retries are limited. */
export function mayBeCausedByDocument(error: unknown): boolean {
  // A refusal for lack of capacity has `retryAfter`. A refusal because Chromium crashed twice on one document has none.
  if (error instanceof Refusal) return error.retryAfter === undefined
  return error instanceof RenderingFault
}

/**
 * Produces the PDF of an accepted render: fill, print, sign if requested, store, charge. Synchronous calls and jobs
 * share it. The PDF is stored before it is charged, so that a charged PDF exists. A crash in between leaves an object
 * without a row, which the sweep removes.
 * @param options `view`: the image to draw; `clock`: pauses while the render waits for a slot.
 * @throws {Refusal} `invalid` when the template fails, `timed-out` when `signal` aborts, `busy`, also without a
 * time stamp that the call requests.
 * @throws {RenderingFault} when rendering fails for an unknown reason.
 */
export async function produce(
  services: Services,
  generation: Generation,
  template: Omit<PrintableTemplate, 'schema'>,
  signal: AbortSignal,
  { view, clock }: { view?: View | undefined; clock?: PausableClock } = {},
): Promise<Produced> {
  const { telemetry } = services
  const { options, signature } = await prepareOptions(services, generation)
  const { source, contentVersion } = await telemetry.phase('template', () =>
    readKnownSource(
      services,
      templateRef(generation.accountId, template.templateId, template.number),
      template,
      signal,
    ),
  )
  const rendered = await asRenderingFault(
    services.renderer.render(
      {
        owner: { tenant: generation.accountId, egress: generation.egress, ...(clock && { clock }) },
        source,
        contentVersion,
        elements: generation.elements,
        region: generation.region,
        library: libraryOf(services, generation.accountId),
        options,
        signature: signature?.field,
        ...(generation.isTest && { label: 'TEST' }),
      },
      signal,
      telemetry.phase,
    ),
  )
  const { sheets, scale, warnings } = rendered
  const pdf = signature
    ? await asRenderingFault(telemetry.phase('seal', () => signature.sign(rendered.pdf, signal)))
    : rendered.pdf
  // Draws before the charge, because the sheet may not exist.
  const image =
    view && (await asRenderingFault(services.renderer.draw(pdf, view, generation.accountId, signal)))
  const outcome = { fileId: randomUUID(), size: pdf.length, sheets, scale, warnings }
  const key = pdfKey(outcome.fileId)
  let completedAt: Date | undefined
  try {
    await telemetry.phase('store', () => services.storage.put(key, pdf, signal))
    if (!signal.aborted) {
      completedAt = await telemetry.phase('settle', () => chargeOrConfirm(services, generation, outcome))
    }
    if (!completedAt) throw timeoutRefusal()
  } catch (error) {
    // After any other error the row may be charged, so the PDF is kept. The sweep removes it when it is not referenced.
    if (error instanceof Refusal) void discard(services, key)
    throw error
  }
  if (warnings.length > 0) {
    // The row stores their subjects, which must not be logged.
    services.log.warn(
      { generationId: generation.generationId, counts: countByKind(warnings) },
      'the document was printed with warnings',
    )
  }
  return { ...outcome, completedAt, pdf, image }
}

async function asRenderingFault<Result>(rendering: Promise<Result>): Promise<Result> {
  return await rendering.catch((error: unknown) => {
    throw error instanceof Refusal ? error : new RenderingFault('The rendering failed', { cause: error })
  })
}

/** Runs `work` for a render. On failure, marks the render failed and releases its credits. */
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

/** Returns the failure message for the owner of a render. */
export function reasonFor(error: unknown): string {
  if (!(error instanceof Refusal)) return 'An internal error occurred. Nothing was charged. Please try again.'
  return error.detail === undefined ? error.message : `${error.message} ${error.detail}`
}

/**
 * Charges a render. When the connection breaks before the answer, polls the row for the outcome, because a caller who
 * is charged must receive the PDF.
 */
async function chargeOrConfirm(
  services: Services,
  generation: Generation,
  outcome: Outcome,
): Promise<Date | undefined> {
  try {
    return await charge(services, generation, outcome)
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error
    const until = performance.now() + CHARGE_POLL_LIMIT_MS
    for (let isLast = false; !isLast;) {
      await delay(CHARGE_POLL_EVERY_MS)
      isLast = performance.now() >= until
      const completed = await findCompleted(services.database, generation.generationId).catch(() => undefined)
      if (completed?.fileId === outcome.fileId) return completed.completedAt
    }
    throw error
  }
}

/** Charges a render and queues its mails and its event, in one transaction. */
async function charge(
  services: Services,
  generation: Generation,
  rendered: Outcome,
): Promise<Date | undefined> {
  const outcome = { ...rendered, phases: services.telemetry.phaseTimes() }
  // A synchronous call has no event.
  if (generation.recipients.length === 0 && generation.attempt === 0) {
    return (await completeGeneration(services.database, generation, outcome))?.completedAt
  }
  return await inTransaction(services.database, async (transaction) => {
    const completed = await completeGeneration(transaction, generation, outcome)
    if (!completed) return undefined
    await queueDeliveries(services, transaction, { ...generation, ...completed, kind: 'ready' })
    return completed.completedAt
  })
}
