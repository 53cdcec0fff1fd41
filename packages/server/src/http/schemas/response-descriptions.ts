import { ERROR_STATUSES } from './error-catalogue.ts'

interface SharedResponse {
  /** The name of the shared response in the document's components. */
  name: string
  description: string
}

/** Response of each status, for all routes. */
const SHARED_RESPONSES: Readonly<Record<string, SharedResponse>> = {
  200: { name: 'Ok', description: 'The request succeeded.' },
  201: { name: 'Created', description: 'The resource was created.' },
  202: { name: 'Accepted', description: 'The work was accepted and continues in the background.' },
  ...Object.fromEntries(
    ERROR_STATUSES.map(({ status, name, description }) => [status, { name, description }]),
  ),
}

/** Description that Fastify sets when a route has none. */
const DEFAULT_DESCRIPTION = 'Default Response'

interface OpenApiDocument {
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
export function describeResponses<Document extends OpenApiDocument>(document: Document): Document {
  const shared: Record<string, Response> = {}
  const schemas: Record<string, unknown> = {}
  for (const responses of responsesIn(document)) {
    for (const [status, response] of Object.entries(responses)) {
      const { name, description } = SHARED_RESPONSES[status] ?? {}
      if (name === undefined || description === undefined) continue
      if (response.description !== DEFAULT_DESCRIPTION) continue
      response.description = description
      const schema = response.content?.['application/json']?.schema
      if (schema?.title !== 'Failure') continue
      schemas['Failure'] = schema
      const content = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } }
      shared[name] = { description, content }
      Object.assign(responses, { [status]: { $ref: `#/components/responses/${name}` } })
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

function responsesIn({ paths = {} }: OpenApiDocument): Record<string, Response>[] {
  return Object.values(paths).flatMap((operations) =>
    Object.values(Object(operations)).flatMap((operation) => Object(operation).responses ?? []),
  )
}
