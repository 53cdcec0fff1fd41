import { createHash } from 'node:crypto'
import { findAccount } from '../accounts/accounts.ts'
import { type ValidationProblem, Refusal } from '@platen/template/refusal'
import { libraryOf } from '../content/library.ts'
import type { PdfOptions, Rendered, Renderer, RunPhase } from '@platen/renderer/service'
import type { Services } from '../services.ts'
import { takePreviews } from './preview-limit.ts'
import { countByKind } from './render-metrics.ts'

/** Enough to check a template. More would allow free documents. */
const ELEMENTS_MAX = 5

/** A PDF that is not stored. */
export interface Preview extends Rendered {
  /** Number of elements that are not in the preview, which shows the first 5. */
  elementsLeftOut: number
  /** Mismatches of the data with the data schema, or the error of an invalid schema. */
  problems: ValidationProblem[]
  /** Duration of each step, in milliseconds. */
  ms: { check: number; fill: number; print: number; pack: number }
}

/**
 * Renders a source like a call does, on the slots of the account and within its limits. Nothing is charged or stored.
 * @throws {Refusal} `limit-reached` for too many previews; `invalid`, with the position in the source when known;
 * `timed-out`; `busy`.
 */
export async function preview(
  services: Pick<Services, 'database' | 'storage' | 'renderer' | 'telemetry'>,
  request: {
    accountId: string
    source: string
    /** JSON text of each element. */
    elements: readonly string[]
    isList?: boolean
    /** JSON Schema as text, which may be invalid. */
    schema?: string | undefined
    /** Options of the PDF. Absent: none. */
    options?: PdfOptions | null
    /** See `RenderRequest`. */
    isPreview?: boolean
  },
  signal: AbortSignal,
): Promise<Preview> {
  const { database, renderer, telemetry } = services
  const { accountId, source } = request
  await takePreviews(database, accountId)
  const { egress, locale, timeZone } = await findAccount(database, accountId)
  const elements = request.elements.slice(0, ELEMENTS_MAX)
  const ms = { check: 0, fill: 0, print: 0, pack: 0 }
  const timed = async <Result>(step: keyof typeof ms, work: () => Promise<Result>) => {
    const started = performance.now()
    const result = await work()
    ms[step] = Math.round((performance.now() - started) * 10) / 10
    return result
  }
  const runPhase: RunPhase = (phase, work) => timed(phase, () => telemetry.phase(phase, work))
  // Checks the whole source, as saving does. Filling compiles only the parts that it reaches.
  await timed('check', () => renderer.check(source, accountId, signal))
  const problems = request.schema ? await findProblems(renderer, request, request.schema, signal) : []
  const rendered = await renderer.render(
    {
      owner: { tenant: accountId, egress, warnsAuthor: true },
      source,
      contentVersion: createHash('sha256').update(source).digest('hex'),
      elements: `[${elements.join()}]`,
      ...(request.isPreview && { isPreview: true }),
      region: { locale, timeZone },
      library: libraryOf(services, accountId),
      label: 'PREVIEW',
      options: request.options ?? null,
    },
    signal,
    runPhase,
  )
  telemetry.addAttributes({ warnings: countByKind(rendered.warnings) })
  return { ...rendered, elementsLeftOut: request.elements.length - elements.length, problems, ms }
}

/** Returns the mismatches that reject a call. In the editor they are shown beside the PDF. */
async function findProblems(
  renderer: Renderer,
  {
    accountId,
    elements,
    isList,
  }: { accountId: string; elements: readonly string[]; isList?: boolean | undefined },
  text: string,
  signal: AbortSignal,
): Promise<ValidationProblem[]> {
  try {
    await renderer.checkSchema(text, accountId, signal)
    const version = createHash('sha256').update(text).digest('hex')
    const request = { tenant: accountId, schema: { text, version }, elements: `[${elements.join()}]`, isList }
    await renderer.validate(request, signal)
    return []
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'invalid') throw error
    return error.problems
      ? [...error.problems]
      : [{ path: '', message: `${error.message}: ${error.detail ?? ''}` }]
  }
}
