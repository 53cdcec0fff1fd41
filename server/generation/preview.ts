import { createHash } from 'node:crypto'
import { findAccount } from '../accounts/accounts.ts'
import { type ValidationProblem, Refusal } from '../errors.ts'
import { serializeJson } from '../json-text.ts'
import { libraryOf } from '../library/library.ts'
import type { TimeStep } from '../rendering/render-events.ts'
import type { Rendered } from '../rendering/renderer.ts'
import type { Renderer } from '../rendering/renderer.ts'
import type { Services } from '../services.ts'
import { takePreview } from '../templates/preview-limit.ts'
import { validateData } from './validate-data.ts'

/** What looks right for these looks right for all; more would be a way to print for nothing. */
const ELEMENTS_MAX = 5

/** A PDF that nobody keeps. */
export interface Preview extends Rendered {
  /** How many elements of the data are not in it: it shows the first five. */
  elementsLeftOut: number
  /** Where the data do not fit the schema, or why that cannot be told. */
  problems: ValidationProblem[]
  /** How long each step took, in milliseconds. */
  ms: { check: number; fill: number; print: number; pack: number }
}

/**
 * Makes the PDF of a source that need not be stored, as a call would, on the account's turns and within its limits.
 * Nothing of it is charged or kept.
 * @throws {Refusal} `limit-reached` for too many of them; `invalid`, with the place in the source where that is
 * known; `timed-out`; `busy`.
 */
export async function preview(
  services: Pick<Services, 'database' | 'storage' | 'renderer' | 'telemetry'>,
  request: {
    accountId: string
    source: string
    elements: unknown[]
    isList?: boolean
    /** The text of a JSON Schema, which may be wrong as yet. */
    schema?: string | undefined
    /** As in `RenderRequest`. */
    isPreview?: boolean
  },
  signal: AbortSignal,
): Promise<Preview> {
  const { database, renderer, telemetry } = services
  const { accountId, source } = request
  await takePreview(database, accountId)
  const { egress, locale, timeZone } = await findAccount(database, accountId)
  const elements = request.elements.slice(0, ELEMENTS_MAX)
  const ms = { check: 0, fill: 0, print: 0, pack: 0 }
  const timed = async <Result>(step: keyof typeof ms, work: () => Promise<Result>) => {
    const started = performance.now()
    const result = await work()
    ms[step] = Math.round((performance.now() - started) * 10) / 10
    return result
  }
  const timeStep: TimeStep = (step, work) => timed(step, () => telemetry.phase(step, work))
  // As when it is saved: filling compiles only what it comes by.
  await timed('check', () => renderer.check(source, accountId, signal))
  const problems = request.schema ? await problemsIn(renderer, request, request.schema, signal) : []
  const rendered = await renderer.render(
    {
      owner: { partition: accountId, egress, reportsFonts: true },
      source,
      contentVersion: createHash('sha256').update(source).digest('hex'),
      elements: serializeJson(elements),
      ...(request.isPreview && { isPreview: true }),
      region: { locale, timeZone },
      library: libraryOf(services, accountId),
      hasPreviewMark: true,
    },
    signal,
    timeStep,
  )
  return { ...rendered, elementsLeftOut: request.elements.length - elements.length, problems, ms }
}

/** A call would be refused for them. Who is still writing wants to see the PDF beside them. */
async function problemsIn(
  renderer: Renderer,
  { accountId, elements, isList }: { accountId: string; elements: unknown[]; isList?: boolean | undefined },
  text: string,
  signal: AbortSignal,
): Promise<ValidationProblem[]> {
  try {
    await renderer.checkSchema(text, accountId, signal)
    const version = createHash('sha256').update(text).digest('hex')
    await validateData(renderer, { accountId, elements, isList }, { text, version }, signal)
    return []
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'invalid') throw error
    return error.problems
      ? [...error.problems]
      : [{ path: '', message: `${error.message}: ${error.detail ?? ''}` }]
  }
}
