import type { Services } from '../services.ts'
import { acceptLater, acceptNow, type GenerationRequest } from './accept.ts'
import type { Outcome } from './generations.ts'
import { withRenderMetrics } from './render-metrics.ts'
import { findPreviousCall } from './idempotency.ts'
import { type Content, contentOf, contentOfStored, type ContentType, viewIn } from './content.ts'
import { validateData } from './validate-data.ts'
import { releaseOnFailure, produce } from './produce.ts'
import { pdfUrl } from './urls.ts'

/** What a synchronous call is answered with. */
export interface Generated extends Outcome {
  pdfUrl: string
  templateName: string
  /** The name that the caller gave it. */
  fileName: string | null
  /** The PDF or the picture, where one was wanted. */
  content: Content | undefined
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
  form: ContentType = { kind: 'url' },
): Promise<Generated> {
  const { telemetry } = services
  const earlier = await findPreviousCall(services.database, request)
  if (earlier?.isAsync === false) {
    const { completed } = earlier
    const url = await telemetry.phase('sign', () => pdfUrl(services, completed, completed.completedAt))
    const content = await contentOfStored(services, completed, form, signal)
    return { ...completed, pdfUrl: url, content, replayed: true }
  }
  const { generation, template } = await telemetry.phase('reserve', () => acceptNow(services, request))
  const { pdf, picture, ...produced } = await withRenderMetrics(telemetry, 'sync', generation.pages, () =>
    releaseOnFailure(services, generation, async () => {
      await validateData(services.renderer, request, template.schema, signal)
      return await produce(services, generation, template, signal, { view: viewIn(form) })
    }),
  )
  const made = { ...produced, templateName: template.name, fileName: generation.fileName }
  const url = await telemetry.phase('sign', () => pdfUrl(services, made, produced.completedAt))
  const content = await contentOf(services, { ...made, pdf, picture }, form)
  return { ...made, pdfUrl: url, content, replayed: false }
}

/**
 * The main job, in the background: accept, and leave the rest to the queue.
 * @returns the id by which the caller can ask for the job.
 * @throws {Refusal} as `findEarlier` and `acceptLater`.
 */
export async function generateLater(
  services: Services,
  request: GenerationRequest,
  signal: AbortSignal,
): Promise<{ jobId: string; replayed: boolean }> {
  const earlier = await findPreviousCall(services.database, request)
  if (earlier?.isAsync === true) return { jobId: earlier.jobId, replayed: true }
  const { generation } = await services.telemetry.phase('reserve', () =>
    acceptLater(services, request, signal),
  )
  return { jobId: generation.generationId, replayed: false }
}
