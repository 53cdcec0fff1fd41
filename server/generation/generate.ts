import type { Services } from '../services.ts'
import { acceptLater, acceptNow, type GenerationRequest } from './accept.ts'
import type { Outcome } from './generations.ts'
import { counted } from './counted.ts'
import { produceOrRelease } from './produce.ts'
import { pdfUrl } from './urls.ts'

/** What a synchronous call is answered with. */
export interface Generated extends Outcome {
  pdfUrl: string
}

/**
 * The main job, while the caller waits: accept, produce, sign.
 * @throws {Refusal} as `acceptNow` and `produce`; nothing is charged then.
 */
export async function generate(
  services: Services,
  request: GenerationRequest,
  signal: AbortSignal,
): Promise<Generated> {
  const { generation, template } = await services.telemetry.phase('reserve', () =>
    acceptNow(services, request),
  )
  const outcome = await counted(services.telemetry, 'sync', generation.pages, () =>
    produceOrRelease(services, generation, template, signal),
  )
  const url = await services.telemetry.phase('sign', async () =>
    pdfUrl(services, { ...outcome, templateName: template.name }, new Date()),
  )
  return { ...outcome, pdfUrl: url }
}

/**
 * The main job, in the background: accept, and leave the rest to the queue.
 * @returns the id by which the caller can ask for the job.
 * @throws {Refusal} as `acceptLater`.
 */
export async function generateLater(
  services: Services,
  request: GenerationRequest,
): Promise<{ jobId: string }> {
  const { generation } = await services.telemetry.phase('reserve', () => acceptLater(services, request))
  return { jobId: generation.generationId }
}
