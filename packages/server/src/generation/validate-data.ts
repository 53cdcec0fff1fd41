import { formatProblems, Refusal } from '@platen/template/refusal'
import { serializeJson } from '../json-text.ts'
import type { Renderer } from '@platen/renderer/service'
import type { DataSchema } from '../templates/template-data.ts'
import type { GenerationRequest } from './accept.ts'

/** Fields that calls, jobs and dry runs share. */
type DataRequest = Pick<GenerationRequest, 'accountId' | 'elements' | 'isList'>

/**
 * Validates data against the data schema of a template, if any.
 * @throws {Refusal} `invalid`, with the path of each mismatch.
 */
export async function validateData(
  renderer: Renderer,
  { accountId, elements, isList = false }: DataRequest,
  schema: DataSchema | null,
  signal: AbortSignal,
): Promise<void> {
  if (!schema) return
  const { problems, more } = await renderer.validate(
    {
      tenant: accountId,
      schema: schema.text,
      version: schema.version,
      elements: serializeJson(elements),
      isList,
    },
    signal,
  )
  if (problems.length === 0) return
  throw new Refusal('invalid', "The data does not match the template's schema.", {
    detail: formatProblems(problems, more),
    problems,
  })
}
