import type { FastifySchemaValidationError } from 'fastify/types/schema.js'

/**
 * Returns an error whose message describes the first validation error of a request, with the path of the field.
 * @param part part of the request: `body`, `querystring`, `params` or `headers`.
 */
export function describeInvalid(errors: FastifySchemaValidationError[], part: string): Error {
  // For a forbidden field name, Ajv lists the inner errors first. Only `propertyNames` has the name.
  const error = errors.find(({ keyword }) => keyword === 'propertyNames') ?? errors[0]
  if (!error) return new Error(`The ${part} is not valid.`)
  const field = error.instancePath.slice(1).replaceAll('/', '.')
  if (part === 'params') return new Error(`There is no ${field.replace(/Id$/, '')} with this ${field}.`)
  return new Error(`${sentence(error, field || `The ${part}`)}.`)
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
      if (params['format'] === 'printable-ascii')
        return `${field} must contain only printable ASCII characters`
      return `${field} must be a ${String(params['format']).toUpperCase()}`
    case 'maxItems':
      return `${field} must have at most ${limit} elements`
    case 'minItems':
      return `${field} must have at least ${limit} element`
    case 'maxLength':
      return `${field} must have at most ${limit} characters`
    case 'minLength':
      return `${field} must not be empty`
    case 'not':
      return `${field} must not be null`
    case 'additionalProperties':
      return `${field} must not have a field named ${JSON.stringify(params['additionalProperty'])}`
    case 'propertyNames':
      return `The body must not have a field named ${String(params['propertyName'])}`
    default:
      return `${field} ${message ?? 'is not valid'}`
  }
}
