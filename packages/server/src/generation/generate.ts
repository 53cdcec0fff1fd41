import type { Services } from '../services.ts'
import { acceptAsync, acceptSync, type GenerationRequest } from './accept.ts'
import type { Generation, Outcome } from './generations.ts'
import { countByKind, withRenderMetrics } from './render-metrics.ts'
import { findPreviousCall } from './idempotency.ts'
import { type Content, contentOf, contentOfStored, type ContentType, viewFor } from './content.ts'
import { releaseOnFailure, produce } from './produce.ts'
import { prepareOptions } from './render-options.ts'
import { admitTestCall } from './test-calls.ts'
import { pdfUrl } from './urls.ts'

/** Result of a synchronous call. */
export interface Generated extends Outcome {
  pdfUrl: string
  templateName: string
  /** File name of the PDF from the call. */
  fileName: string | null
  /** The PDF or an image of it. `undefined` when the response is a URL. */
  content: Content | undefined
  /** True when this is the result of a previous call with the same idempotency key. */
  replayed: boolean
}

/**
 * Runs a synchronous call: accepts it, produces the PDF and signs its URL. The result depends only on the row of the
 * render, so a repeated call with the same idempotency key returns the same result.
 * @throws {Refusal} as `findPreviousCall`, `prepareOptions`, `admitTestCall`, `acceptSync` and `produce`; nothing is
 * charged then.
 */
export async function generate(
  services: Services,
  request: GenerationRequest,
  signal: AbortSignal,
  contentType: ContentType = { kind: 'url' },
): Promise<Generated> {
  const { telemetry } = services
  const previous = await findPreviousCall(services.database, request)
  if (previous?.isAsync === false) {
    const { completed } = previous
    const url = await telemetry.phase('sign', () => pdfUrl(services, completed, completed.completedAt))
    const content = await contentOfStored(services, completed, contentType, signal)
    telemetry.addAttributes({
      generationId: completed.generationId,
      warnings: countByKind(completed.warnings),
    })
    return { ...completed, pdfUrl: url, content, replayed: true }
  }
  // A signature that is not possible is reported before anything is reserved.
  await prepareOptions(services, request)
  await admitTestCall(services.database, request)
  const { generation, template } = await telemetry.phase('reserve', () => acceptSync(services, request))
  telemetry.addAttributes({ generationId: generation.generationId })
  const { pdf, image, ...produced } = await withRenderMetrics(telemetry, 'sync', generation, () =>
    releaseOnFailure(services, generation, async () => {
      const { accountId, elements, isList } = request
      const { schema } = template
      if (schema) await services.renderer.validate({ tenant: accountId, schema, elements, isList }, signal)
      return await produce(services, generation, template, signal, { view: viewFor(contentType) })
    }),
  )
  telemetry.addAttributes({ cost: costOf(generation), warnings: countByKind(produced.warnings) })
  const rendered = { ...produced, templateName: template.name, fileName: generation.fileName }
  const url = await telemetry.phase('sign', () => pdfUrl(services, rendered, produced.completedAt))
  const content = await contentOf(services, { ...rendered, pdf, image }, contentType)
  return { ...rendered, pdfUrl: url, content, replayed: false }
}

/**
 * Runs an asynchronous call: accepts it and queues a job.
 * @returns the id of the job.
 * @throws {Refusal} as `findPreviousCall`, `prepareOptions`, `admitTestCall` and `acceptAsync`.
 */
export async function generateAsync(
  services: Services,
  request: GenerationRequest,
  signal: AbortSignal,
): Promise<{ jobId: string; replayed: boolean }> {
  const previous = await findPreviousCall(services.database, request)
  const { telemetry } = services
  if (previous?.isAsync === true) {
    telemetry.addAttributes({ generationId: previous.jobId })
    return { jobId: previous.jobId, replayed: true }
  }
  // A signature that is not possible is reported before anything is reserved.
  await prepareOptions(services, request)
  await admitTestCall(services.database, request)
  const { generation } = await telemetry.phase('reserve', () => acceptAsync(services, request, signal))
  telemetry.addAttributes({ generationId: generation.generationId, cost: costOf(generation) })
  return { jobId: generation.generationId, replayed: false }
}

function costOf({ isTest, pages }: Pick<Generation, 'isTest' | 'pages'>): number {
  return isTest ? 0 : pages
}
