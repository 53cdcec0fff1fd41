import { formatProblems, Refusal } from '../errors.ts'
import { serializeJson } from '../json-text.ts'
import type { Renderer } from '../rendering/renderer.ts'
import type { DataSchema } from '../templates/template-data.ts'
import type { GenerationRequest } from './accept.ts'

/** What is the same for a call, a job and a dry run. */
type Asked = Pick<GenerationRequest, 'accountId' | 'elements' | 'isList'>

/**
 * Looks whether data fit the template's schema, where it has one.
 * @throws {Refusal} `invalid`, with each place at which they do not.
 */
export async function validateData(
  renderer: Renderer,
  { accountId, elements, isList = false }: Asked,
  schema: DataSchema | null,
  signal: AbortSignal,
): Promise<void> {
  if (!schema) return
  const { problems, more } = await renderer.validate(
    {
      partition: accountId,
      schema: schema.text,
      version: schema.version,
      elements: serializeJson(elements),
      isList,
    },
    signal,
  )
  if (problems.length === 0) return
  throw new Refusal('invalid', 'The data do not fit the template’s schema.', {
    detail: formatProblems(problems, more),
    problems,
  })
}
