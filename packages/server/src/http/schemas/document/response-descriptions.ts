import type { FastifyInstance } from 'fastify'
import { ERROR_STATUSES } from '../error-catalogue.ts'
import { failures } from '../schemas.ts'

interface SharedResponse {
  /** The name of the shared response in the document's components. */
  name: string
  description: string
  /** Example of a JSON body. Errors have one. */
  example?: object
}

/** Response of each status, for all routes. */
const SHARED_RESPONSES: Readonly<Record<string, SharedResponse>> = {
  200: { name: 'Ok', description: 'The request succeeded.' },
  201: { name: 'Created', description: 'The resource was created.' },
  202: { name: 'Accepted', description: 'The work was accepted and continues in the background.' },
  ...Object.fromEntries(
    ERROR_STATUSES.map(({ status, name, description, example }) => [status, { name, description, example }]),
  ),
}

/** Description that Fastify sets when a route has none. */
const DEFAULT_DESCRIPTION = 'Default Response'

/** Schema of most error responses. Its shared responses have the name of the status alone. */
const COMMON_FAILURE = 'Failure'
const SCHEMAS = '#/components/schemas/'

interface OpenApiDocument {
  paths?: Record<string, object | undefined>
  components?: object
}

interface Response {
  description: string
  content?: Record<string, { schema?: { $ref?: string }; example?: object }>
}

/**
 * Adds error responses to the routes that are added after this call: those that all routes with credentials share, and
 * 404 for a path with an identifier.
 */
export function addSharedFailures(app: FastifyInstance): void {
  app.addHook('onRoute', ({ schema, url }) => {
    const shared = url.includes(':') ? failures(404) : failures()
    if (schema && !schema.hide) schema.response = { ...shared, ...Object(schema.response) }
  })
}

/**
 * Adds descriptions, and examples of errors, to the responses of an OpenAPI document that have none. Of these, the error responses with a shared
 * schema become references to shared responses, which are named after the status and the schema.
 */
export function describeResponses<Document extends OpenApiDocument>(document: Document): Document {
  const shared: Record<string, Response> = {}
  for (const responses of responsesIn(document)) {
    for (const [status, response] of Object.entries(responses)) {
      const { name, description, example } = SHARED_RESPONSES[status] ?? {}
      if (name === undefined || description === undefined) continue
      if (response.description !== DEFAULT_DESCRIPTION) continue
      response.description = description
      const body = response.content?.['application/json']
      if (body && example) body.example = example
      const reference = body?.schema?.$ref
      if (status < '400' || reference === undefined) continue
      const schema = reference.slice(SCHEMAS.length)
      const sharedName = schema === COMMON_FAILURE ? name : name + schema
      shared[sharedName] = response
      Object.assign(responses, { [status]: { $ref: `#/components/responses/${sharedName}` } })
    }
  }
  const responses = Object.fromEntries(Object.entries(shared).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return { ...document, components: { ...document.components, responses } }
}

function responsesIn({ paths = {} }: OpenApiDocument): Record<string, Response>[] {
  return Object.values(paths).flatMap((operations) =>
    Object.values(Object(operations)).flatMap((operation) => Object(operation).responses ?? []),
  )
}
