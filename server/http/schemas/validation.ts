import type { FastifySchemaValidationError } from 'fastify/types/schema.js'

/** One sentence for the first thing that is wrong with a body or query, naming the field as its sender knows it. */
export function describeInvalid(errors: FastifySchemaValidationError[], place: string): Error {
  // Ajv lists what was wrong inside first; for a forbidden name only the whole is of use.
  const error = errors.find(({ keyword }) => keyword === 'propertyNames') ?? errors[0]
  if (!error) return new Error(`The ${place} is not valid.`)
  const field = error.instancePath.slice(1).replaceAll('/', '.')
  if (place === 'params') return new Error(`There is no ${field.replace(/Id$/, '')} with this ${field}.`)
  return new Error(`${sentence(error, field || `The ${place}`)}.`)
}

function sentence({ keyword, params, message }: FastifySchemaValidationError, field: string): string {
  const limit = String(params['limit'])
  switch (keyword) {
    case 'required':
      return `${String(params['missingProperty'])} is required`
    case 'type':
      return `${field} must be ${[params['type']].flat().join(' or ')}`
    case 'const':
      return `${field} must be ${JSON.stringify(params['allowedValue'])}`
    case 'enum':
      return `${field} must be ${[params['allowedValues']].flat().map(String).join(' or ')}`
    case 'format':
      if (params['format'] === 'printable-ascii') return `${field} may hold printable ASCII characters only`
      return `${field} must be a ${String(params['format']).toUpperCase()}`
    case 'maxItems':
      return `${field} may hold at most ${limit} elements`
    case 'minItems':
      return `${field} must hold at least ${limit} element`
    case 'maxLength':
      return `${field} may be at most ${limit} characters long`
    case 'minLength':
      return `${field} must not be empty`
    case 'not':
      return `${field} is not allowed to be null`
    case 'additionalProperties':
      return `${field} may not have a field named ${JSON.stringify(params['additionalProperty'])}`
    case 'propertyNames':
      return `The body may not have a field named ${String(params['propertyName'])}`
    default:
      return `${field} ${message ?? 'is not valid'}`
  }
}
