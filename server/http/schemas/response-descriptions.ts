import { ERROR_STATUSES } from '../protocol/error-catalogue.ts'

interface Meaning {
  /** The name of the shared response in the document's components. */
  name: string
  description: string
}

/** Description of each status, for all routes. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  200: { name: 'Ok', description: 'The request succeeded.' },
  201: { name: 'Created', description: 'The resource was created.' },
  202: { name: 'Accepted', description: 'The work was accepted and continues in the background.' },
  400: {
    name: 'BadRequest',
    description:
      'The request is not valid: a field is missing or wrong, the template has an error, or `data` has more than ' +
      '50 elements. `message` names the problem, `error` has details such as the position in the template.',
  },
  401: { name: 'Unauthorized', description: 'The credentials are missing, invalid, inactive or expired.' },
  402: {
    name: 'InsufficientCredits',
    description:
      'The account has too few credits. `error` is INSUFFICIENT_CREDITS, and `message` names the address where ' +
      'credits are bought.',
  },
  403: {
    name: 'Forbidden',
    description: 'The account is suspended, or the credentials do not allow this request.',
  },
  404: { name: 'NotFound', description: 'The resource does not exist or belongs to another account.' },
  406: { name: 'NotAcceptable', description: 'The response cannot be sent in a format that Accept allows.' },
  408: {
    name: 'RequestTimeout',
    description: 'The request did not arrive completely within the time limit.',
  },
  409: {
    name: 'Conflict',
    description: 'A request with the same Idempotency-Key is still running, or its body was different.',
  },
  412: {
    name: 'PreconditionFailed',
    description: 'If-Match or If-None-Match does not match the stored version. Read the resource again.',
  },
  413: { name: 'PayloadTooLarge', description: 'The body is larger than the limit that `message` names.' },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The Content-Type of the body is not one that the route accepts.',
  },
  428: {
    name: 'PreconditionRequired',
    description: 'If-Match is missing. Send the ETag of the version that you have read.',
  },
  429: {
    name: 'TooManyRequests',
    description:
      'A rate limit or a limit of the plan is reached. Retry-After is the number of seconds to wait. Without ' +
      'Retry-After, waiting does not help.',
  },
  431: {
    name: 'RequestHeaderFieldsTooLarge',
    description: 'The request has more than 100 headers, or headers of more than 16 KiB.',
  },
  500: {
    name: 'InternalServerError',
    description: 'An unexpected error in the service. Retry with exponential back-off.',
  },
  503: {
    name: 'ServiceUnavailable',
    description:
      'The service is busy, or a part of it is unavailable. Retry after the seconds in Retry-After.',
  },
  504: {
    name: 'GatewayTimeout',
    description:
      'The work took longer than its time limit, 29 seconds for a synchronous generation. Nothing was charged.',
  },
}

const UNNAMED = 'Default Response'

interface Described {
  paths?: Record<string, object | undefined>
  components?: object
}

interface Response {
  description: string
  content?: Record<string, { schema?: { title?: string; $ref?: string } }>
}

/**
 * Adds descriptions to the responses of an OpenAPI document that have none. Responses with the common error body become
 * references to shared components.
 */
export function describeResponses<Document extends Described>(document: Document): Document {
  const shared: Record<string, Response> = {}
  const schemas: Record<string, unknown> = {}
  for (const responses of responsesIn(document)) {
    for (const [status, response] of Object.entries(responses)) {
      const meaning = MEANINGS[status]
      if (!meaning || response.description !== UNNAMED) continue
      response.description = meaning.description
      const schema = response.content?.['application/json']?.schema
      if (schema?.title !== 'Failure') continue
      schemas['Failure'] = schema
      const content = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } }
      shared[meaning.name] = { description: meaning.description, content }
      Object.assign(responses, { [status]: { $ref: `#/components/responses/${meaning.name}` } })
    }
  }
  const components = Object(document.components)
  return {
    ...document,
    components: {
      ...components,
      responses: { ...components.responses, ...shared },
      schemas: { ...components.schemas, ...schemas },
    },
  }
}

function responsesIn({ paths = {} }: Described): Record<string, Response>[] {
  return Object.values(paths).flatMap((operations) =>
    Object.values(Object(operations)).flatMap((operation) => Object(operation).responses ?? []),
  )
}
