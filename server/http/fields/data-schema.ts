import { createHash } from 'node:crypto'
import { Refusal } from '../../errors.ts'
import type { Renderer } from '../../rendering/renderer.ts'
import type { DataSchema } from '../../templates/template-data.ts'
import { SCHEMA_BYTES_MAX } from '../../templates/limits.ts'
import { jsonFrom } from '../bodies/json-texts.ts'

/**
 * A JSON Schema as its author wrote it, which data can be checked against.
 * @throws {Refusal} `invalid`, with what is wrong and where as detail.
 */
export async function readSchema(
  renderer: Renderer,
  text: string,
  accountId: string,
  signal: AbortSignal,
): Promise<DataSchema> {
  const value = jsonFrom(text, 'The schema', SCHEMA_BYTES_MAX)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal('invalid', 'The schema must be an object.')
  }
  await renderer.checkSchema(text, accountId, signal)
  return { text, version: createHash('sha256').update(text).digest('hex') }
}
