import type { ValidationProblem } from '@platen/template/refusal'
import { type SendRequest, refusalOf, expectDone } from './send-request.ts'
import { SCHEMA_LIMIT_MS } from './limits.ts'

/** Validates data against the schemas of templates. */
export interface DataValidator {
  /**
   * Compiles a JSON Schema.
   *
   * @throws {Refusal} `invalid`, with the problem and its position as detail
   */
  checkSchema(schema: string, tenant: string, signal: AbortSignal): Promise<void>
  /**
   * Validates data against a schema.
   *
   * @returns the first problems, and the number of further ones
   * @throws {Refusal} `invalid` when the validation takes too long, or the schema recurses without end
   */
  validate(request: Validation, signal: AbortSignal): Promise<{ problems: ValidationProblem[]; more: number }>
}

/** Data and the schema to validate it against. */
export interface Validation {
  tenant: string
  /** JSON text, and its SHA-256 in hexadecimal digits. */
  schema: string
  version: string
  /** The JSON text of an array, and whether the caller sent an array. */
  elements: string
  isList: boolean
}

/** Creates a validator on top of template hosts, because a schema is as untrusted as a template. */
export function createDataValidator(send: SendRequest): DataValidator {
  return {
    async checkSchema(schema, tenant, signal) {
      const response = await send(tenant, { kind: 'check schema', schema }, SCHEMA_LIMIT_MS, signal)
      expectDone(response, 'Invalid JSON Schema')
    },
    async validate({ tenant, ...request }, signal) {
      const response = await send(tenant, { kind: 'validate', ...request }, SCHEMA_LIMIT_MS, signal)
      if (response.kind === 'validated') return { problems: response.problems, more: response.more }
      throw refusalOf(response, 'The data could not be checked against the template’s schema.')
    },
  }
}
