import { createHash } from 'node:crypto'
import { Refusal } from '@platen/template/refusal'
import type { Renderer } from '@platen/renderer/service'
import type { DataSchema } from '../../content/contents.ts'
import { SCHEMA_BYTES_MAX } from '@platen/template/template-limits'
import { parseJsonText } from '../bodies/json-texts.ts'

/**
 * Parses and checks a JSON Schema. The text is stored as its author wrote it.
 * @throws {Refusal} `invalid`, with the error and its position as detail.
 */
export async function readSchema(
  renderer: Renderer,
  text: string,
  accountId: string,
  signal: AbortSignal,
): Promise<DataSchema> {
  const value = parseJsonText(text, 'The schema', SCHEMA_BYTES_MAX)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal('invalid', 'The schema must be an object.')
  }
  await renderer.checkSchema(text, accountId, signal)
  return { text, version: createHash('sha256').update(text).digest('hex') }
}
