import type { Problem } from '../../errors.ts'
import { type Ask, refusalOf, refuseUnlessDone } from './ask.ts'
import { SCHEMA_LIMIT_MS } from './limits.ts'

/** Whether data are what a template expects. */
export interface DataValidator {
  /** Compiles a JSON Schema. @throws {Refusal} `invalid`, with what is wrong and where as detail. */
  checkSchema(schema: string, partition: string, signal: AbortSignal): Promise<void>
  /**
   * Looks whether data fit a schema.
   * @returns the first of what does not, and how much more there is.
   * @throws {Refusal} `invalid` where that cannot be told: it takes too long, or the schema never ends.
   */
  validate(request: Validation, signal: AbortSignal): Promise<{ problems: Problem[]; more: number }>
}

/** Data and the schema that they are to fit. */
export interface Validation {
  partition: string
  /** JSON text, and its SHA-256 in hex. */
  schema: string
  version: string
  /** The JSON text of an array, and whether it is what the caller sent. */
  elements: string
  isList: boolean
}

/** Does it by asking template hosts: a schema is as hostile as a template. */
export function createDataValidator(ask: Ask): DataValidator {
  return {
    async checkSchema(schema, partition, signal) {
      const answer = await ask(partition, { kind: 'check schema', schema }, SCHEMA_LIMIT_MS, signal)
      refuseUnlessDone(answer, 'Invalid JSON Schema')
    },
    async validate({ partition, ...asked }, signal) {
      const answer = await ask(partition, { kind: 'validate', ...asked }, SCHEMA_LIMIT_MS, signal)
      if (answer.kind === 'validated') return { problems: answer.problems, more: answer.more }
      throw refusalOf(answer, 'The data could not be checked against the template’s schema.')
    },
  }
}
