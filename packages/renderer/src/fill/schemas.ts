import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { LRUCache } from 'lru-cache'
import type { ValidationProblem } from '@platen/template/refusal'
import { problemsOf, pointerTo } from './problems.ts'

/** An unusable schema, with a message for its author. */
export class SchemaError extends Error {
  override name = 'SchemaError'
}

/** Result of a validation: the first problems, and the number of further ones. */
export interface ValidationResult {
  problems: ValidationProblem[]
  more: number
}

/** Compiled schemas that are cached. */
const CACHED_MAX = 50
const OPTIONS = {
  allErrors: true,
  // Unknown keywords are ignored, so that schemas for other tools are accepted.
  strict: false,
  logger: false,
  // Inherited properties are not fields of the data.
  ownProperties: true,
  // Inlining would multiply the size of a subschema by its references.
  inlineRefs: false,
  validateSchema: false,
  unicodeRegExp: true,
} as const
/** Supported drafts, with the values of `$schema` that name them. */
const DRAFTS = [
  { url: /^https:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/, validator: Ajv2020 },
  { url: /^http:\/\/json-schema\.org\/draft-07\/schema#?$/, validator: Ajv },
]
/** Keywords whose value is data and not a schema. */
const DATA_KEYWORDS = new Set(['const', 'enum', 'default', 'examples'])

const cache = new LRUCache<string, ValidateFunction>({ max: CACHED_MAX })

/**
 * Compiles a schema, so that every error in it is reported.
 *
 * @throws {SchemaError} with the position
 */
export function checkSchema(text: string): void {
  const schema = parse(text)
  const validator = validatorFor(schema)
  if (!validator.validateSchema(schema)) {
    const { problems } = problemsOf(withoutAlternatives(validator.errors ?? []))
    const messages = problems.map(({ path, message }) => `${path || 'the schema'} ${message}`)
    throw new SchemaError(messages.join('; '))
  }
  checkPatterns(schema, '')
  compile(schema)
}

/**
 * Validates each element against a schema.
 *
 * @param version SHA-256 of the schema, the key of its compiled form
 * @throws {SchemaError} for a schema that recurses without end, and one that `checkSchema` rejects
 */
export function validate(request: {
  schema: string
  version: string
  elements: unknown[]
  isList: boolean
}): ValidationResult {
  const { elements, isList } = request
  const isValid = compiledOnce(request.version, request.schema)
  const errors = elements.flatMap((element, index) => {
    const pointer = isList ? `/${index}` : ''
    const errors = withOverflowError(() => (isValid(element) ? [] : (isValid.errors ?? [])))
    return errors.map((error) => ({ ...error, instancePath: pointer + error.instancePath }))
  })
  return problemsOf(errors)
}

/** Compiles a schema, or returns it from the LRU cache. */
function compiledOnce(version: string, text: string): ValidateFunction {
  const cached = cache.get(version)
  if (cached) return cached
  const isValid = compile(parse(text))
  cache.set(version, isValid)
  return isValid
}

function compile(schema: Record<string, unknown>): ValidateFunction {
  try {
    return withOverflowError(() => validatorFor(schema).compile(schema))
  } catch (error) {
    if (error instanceof SchemaError) throw error
    throw new SchemaError(messageOf(error), { cause: error })
  }
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : 'the schema cannot be compiled'
  const reference = /can't resolve reference (\S+)/.exec(message)?.[1]
  return reference === undefined
    ? message
    : `$ref leads to ${reference}, which is not in the schema; external schemas are not loaded`
}

/** Creates a validator for one schema, so that schemas cannot refer to each other. */
function validatorFor({
  $schema: draft = 'https://json-schema.org/draft/2020-12/schema',
}: {
  $schema?: unknown
}): Ajv {
  const Draft = typeof draft === 'string' ? DRAFTS.find(({ url }) => url.test(draft))?.validator : undefined
  if (!Draft) {
    throw new SchemaError(
      '/$schema must be https://json-schema.org/draft/2020-12/schema or http://json-schema.org/draft-07/schema#',
    )
  }
  const validator: Ajv = new Draft(OPTIONS)
  formats.default(validator)
  return validator
}

/**
 * Checks the regular expressions of a schema. The compiler reports invalid ones too, but without a position.
 *
 * @throws {SchemaError} with the position
 */
function checkPatterns(schema: unknown, path: string): void {
  if (Array.isArray(schema)) {
    for (const [index, one] of schema.entries()) checkPatterns(one, `${path}/${index}`)
    return
  }
  if (typeof schema !== 'object' || schema === null) return
  for (const [key, value] of Object.entries(schema)) {
    const pointer = pointerTo(path, key)
    if (key === 'pattern' && typeof value === 'string') checkPattern(value, pointer)
    if (key === 'patternProperties' && typeof value === 'object' && value !== null) {
      for (const pattern of Object.keys(value)) checkPattern(pattern, pointerTo(pointer, pattern))
    }
    if (!DATA_KEYWORDS.has(key)) checkPatterns(value, pointer)
  }
}

function checkPattern(pattern: string, pointer: string): void {
  try {
    // oxlint-disable-next-line patterns/linear -- it is only compiled here; a template host has limits of its own
    void new RegExp(pattern, 'u')
  } catch (error) {
    throw new SchemaError(`${pointer} is not a valid regular expression: ${pattern}`, { cause: error })
  }
}

/** Removes the errors of alternatives (`anyOf`, `oneOf`) when the error of the whole is in the list too. */
function withoutAlternatives(errors: ErrorObject[]): ErrorObject[] {
  const alternatives = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')
  return errors.filter(
    (error) =>
      !alternatives.some(
        (one) =>
          one !== error &&
          one.instancePath === error.instancePath &&
          (error.schemaPath.startsWith(`${one.schemaPath}/`) || error.schemaPath.includes('/simpleTypes/')),
      ),
  )
}

function withOverflowError<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new SchemaError('the schema refers to itself without end, or the data is nested too deeply', {
      cause: error,
    })
  }
}

function parse(text: string): Record<string, unknown> {
  const schema: unknown = JSON.parse(text)
  if (typeof schema === 'object' && schema !== null && !Array.isArray(schema)) return { ...schema }
  throw new SchemaError('the schema is not an object')
}
