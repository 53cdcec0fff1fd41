import type { ErrorObject } from 'ajv'
import type { ValidationResult } from './schemas.ts'

/** Problems that are listed. Further ones are counted. */
const PROBLEMS_MAX = 20
const PATH_LENGTH_MAX = 200
const MESSAGE_LENGTH_MAX = 200
/** Keywords whose errors only repeat an error of a subschema. */
const REPEATING_KEYWORDS = new Set(['if', 'propertyNames'])

/** Converts errors of Ajv to problems with a JSON Pointer and a message. */
export function problemsOf(errors: readonly ErrorObject[]): ValidationResult {
  const relevant = errors.filter(({ keyword }) => !REPEATING_KEYWORDS.has(keyword) || errors.length === 1)
  const problemsByText = new Map<string, ValidationResult['problems'][number]>()
  for (const error of relevant) {
    const path = shortened(pathOf(error), PATH_LENGTH_MAX)
    const message = shortened(messageFor(error), MESSAGE_LENGTH_MAX)
    problemsByText.set(`${path} ${message}`, { path, message })
  }
  const problems = [...problemsByText.values()].slice(0, PROBLEMS_MAX)
  return { problems, more: problemsByText.size - problems.length }
}

/** Returns the pointer to a field of the value at `path`. */
export function pointerTo(path: string, field: string): string {
  return `${path}/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** Returns the pointer to the value of an error, or to the field that is missing or not allowed. */
function pathOf({ instancePath, keyword, params }: ErrorObject): string {
  const field: unknown = params[FIELDS[keyword] ?? '']
  return typeof field === 'string' ? pointerTo(instancePath, field) : instancePath
}

/** Parameter of Ajv with the name of the field, by keyword. */
const FIELDS: Readonly<Record<string, string>> = {
  required: 'missingProperty',
  dependencies: 'missingProperty',
  dependentRequired: 'missingProperty',
  additionalProperties: 'additionalProperty',
  unevaluatedProperties: 'unevaluatedProperty',
}

function messageFor({ keyword, params, message, propertyName }: ErrorObject): string {
  const value = (name: string): unknown => params[name]
  if (propertyName !== undefined) return `has a field that may not be named ${JSON.stringify(propertyName)}`
  switch (keyword) {
    case 'required':
    case 'dependencies':
    case 'dependentRequired':
      return 'is missing'
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'is not a field of the schema'
    case 'type':
      return `must be ${[value('type')].flat().join(' or ')}`
    case 'enum':
      return `must be one of ${[value('allowedValues')]
        .flat()
        .map((one) => JSON.stringify(one))
        .join(', ')}`
    case 'const':
      return `must be ${JSON.stringify(value('allowedValue'))}`
    case 'format':
      return `must be a valid ${String(value('format'))}`
    case 'anyOf':
      return 'matches none of its alternatives (anyOf)'
    case 'oneOf':
      return 'must match exactly one of its alternatives (oneOf)'
    case 'not':
      return 'must not match the excluded schema (not)'
    case 'false schema':
      return 'is not allowed'
    case 'uniqueItems':
      return `contains the same value twice, at ${String(value('j'))} and ${String(value('i'))}`
    default:
      return (message ?? 'is not valid').replace('must NOT', 'must not')
  }
}

function shortened(text: string, lengthMax: number): string {
  return text.length > lengthMax ? `${text.slice(0, lengthMax).toWellFormed()}…` : text
}
