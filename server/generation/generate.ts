import type { Services } from '../services.ts'
import { acceptLater, acceptNow, type GenerationRequest } from './accept.ts'
import type { Outcome } from './generations.ts'
import { counted } from './counted.ts'
import { findEarlier } from './idempotency.ts'
import { produceOrRelease } from './produce.ts'
import { pdfUrl } from './urls.ts'

/** What a synchronous call is answered with. */
export interface Generated extends Outcome {
  pdfUrl: string
  /** Whether this is the answer to an earlier call with the same key. */
  replayed: boolean
}

/**
 * The main job, while the caller waits: accept, produce, sign. The answer depends on nothing but the generation's
 * row, so a call that is repeated with its key gets it word for word.
 * @throws {Refusal} as `findEarlier`, `acceptNow` and `produce`; nothing is charged then.
 */
export async function generate(
  services: Services,
  request: GenerationRequest,
  signal: AbortSignal,
): Promise<Generated> {
  const { telemetry } = services
  const earlier = await findEarlier(services.database, request)
  if (earlier?.isAsync === false) {
    const { completed } = earlier
    const url = await telemetry.phase('sign', () => pdfUrl(services, completed, completed.completedAt))
    return { ...completed, pdfUrl: url, replayed: true }
  }
  const { generation, template } = await telemetry.phase('reserve', () => acceptNow(services, request))
  const produced = await counted(telemetry, 'sync', generation.pages, () =>
    produceOrRelease(services, generation, template, signal),
  )
  const made = { ...produced, templateName: template.name }
  const url = await telemetry.phase('sign', () => pdfUrl(services, made, produced.completedAt))
  return { ...produced, pdfUrl: url, replayed: false }
}

/**
 * The main job, in the background: accept, and leave the rest to the queue.
 * @returns the id by which the caller can ask for the job.
 * @throws {Refusal} as `findEarlier` and `acceptLater`.
 */
export async function generateLater(
  services: Services,
  request: GenerationRequest,
): Promise<{ jobId: string; replayed: boolean }> {
  const earlier = await findEarlier(services.database, request)
  if (earlier?.isAsync === true) return { jobId: earlier.jobId, replayed: true }
  const { generation } = await services.telemetry.phase('reserve', () => acceptLater(services, request))
  return { jobId: generation.generationId, replayed: false }
}
