import type { FastifySchemaValidationError } from 'fastify/types/schema.js'
import { LEDGER_CURSOR_PATTERN } from '../../billing/ledger.ts'
import { CURSOR_PATTERN } from '../../database/pages.ts'
import { DAY_PATTERN, DAYS_PATTERN, TIME_ZONE_PATTERN } from './day-ranges.ts'
import { LIMIT_PATTERN } from './job-schemas.ts'
import { VERSION_PATTERN } from './content-schemas.ts'

/** JSON types with their article. */
const TYPES: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'must be a UUID',
  'date-time': 'must be a date and time in the format of RFC 3339, for example 2026-01-31T12:00:00Z',
  'printable-ascii': 'must contain only printable ASCII characters',
}

const PATTERNS: Readonly<Record<string, string>> = {
  [DAY_PATTERN]: 'must be a day such as 2026-11-21',
  [DAYS_PATTERN]: 'must be an integer from 1 to 366',
  [TIME_ZONE_PATTERN]: 'must be the IANA name of a time zone, such as Europe/Berlin',
  [LIMIT_PATTERN]: 'must be an integer from 1 to 100',
  [VERSION_PATTERN]: 'must be an integer from 1 to 999,999,999',
  [LEDGER_CURSOR_PATTERN]: 'is not a cursor of a previous response',
  [CURSOR_PATTERN]: 'is not a cursor of a previous response',
}

/**
 * Returns an error whose message describes the first validation error of a request, with the path of the field.
 * @param part part of the request: `body`, `querystring`, `params` or `headers`.
 */
export function describeInvalid(errors: FastifySchemaValidationError[], part: string): Error {
  const whole = part === 'querystring' ? 'The query' : `The ${part}`
  // For a forbidden field name, Ajv lists the inner errors first. Only `propertyNames` has the name.
  const error = errors.find(({ keyword }) => keyword === 'propertyNames') ?? errors[0]
  if (!error) return new Error(`${whole} is not valid.`)
  const field = fieldAt(error.instancePath)
  if (part === 'params' && field.endsWith('Id'))
    return new Error(`There is no ${field.slice(0, -'Id'.length)} with this ${field}.`)
  const subject =
    error.keyword === 'required'
      ? [field, error.params['missingProperty']].filter(Boolean).join('.')
      : field || whole
  const values = allowedValues(errors, error)
  const rule = values ? `must be ${values.map((value) => JSON.stringify(value)).join(' or ')}` : ruleOf(error)
  return new Error(`${subject} ${rule}.`)
}

/** Returns the name of a field: `options.attachments[0].name` for `/options/attachments/0/name`. */
function fieldAt(instancePath: string): string {
  return instancePath
    .slice(1)
    .replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')
}

/** Returns the values that an enumeration allows. A union of constants has one error for each value. */
function allowedValues(
  errors: readonly FastifySchemaValidationError[],
  { keyword, params, instancePath }: FastifySchemaValidationError,
): unknown[] | undefined {
  if (keyword === 'enum') return [params['allowedValues']].flat()
  if (keyword !== 'const') return undefined
  return errors
    .filter((other) => other.keyword === 'const' && other.instancePath === instancePath)
    .map((other) => other.params['allowedValue'])
}

/** Returns the rule that a field violates, as the predicate of a sentence. */
function ruleOf({ keyword, params, message }: FastifySchemaValidationError): string {
  const limit = String(params['limit'])
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'type':
      return `must be ${typesOf(params['type']).join(' or ')}`
    case 'format':
      return FORMATS[String(params['format'])] ?? `must have the format ${String(params['format'])}`
    case 'pattern':
      return PATTERNS[String(params['pattern'])] ?? message ?? 'is not valid'
    case 'minimum':
      return `must be at least ${limit}`
    case 'maximum':
      return `must be at most ${limit}`
    case 'maxItems':
      return `must have at most ${limit} elements`
    case 'minItems':
      return `must have at least ${limit} element`
    case 'minProperties':
      return `must have at least ${limit} field`
    case 'maxLength':
      return `must have at most ${limit} characters`
    case 'minLength':
      return 'must not be empty'
    case 'not':
      return 'must not be null'
    case 'additionalProperties':
      return `must not have a field named ${JSON.stringify(params['additionalProperty'])}`
    case 'propertyNames':
      return `must not have a field named ${JSON.stringify(params['propertyName'])}`
    default:
      return message ?? 'is not valid'
  }
}

function typesOf(types: unknown): string[] {
  return [types].flat().map((type) => TYPES[String(type)] ?? String(type))
}
