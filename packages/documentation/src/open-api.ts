/** The part of an OpenAPI 3.1 document that the API reference shows. */
export interface OpenApi {
  info: { title: string; description?: string; version: string }
  servers?: { url: string }[]
  tags?: { name: string; description?: string }[]
  paths: Record<string, Record<string, Operation>>
  components?: { responses?: Record<string, Response> }
}

export interface Operation {
  summary?: string
  description?: string
  tags?: string[]
  /** An empty list: no API key is required. */
  security?: object[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, Response | { $ref: string }>
}

export interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Schema
}

export interface Media {
  schema?: Schema
  example?: unknown
}

export interface Response {
  description: string
  content?: Record<string, Media>
}

export interface Schema {
  type?: string | string[]
  title?: string
  description?: string
  format?: string
  enum?: unknown[]
  examples?: unknown[]
  minimum?: number
  maximum?: number
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
}

/** Returns a response, resolving a reference. */
export function responseOf({ components }: OpenApi, response: Response | { $ref: string }): Response {
  if (!('$ref' in response)) return response
  const shared = components?.responses?.[response.$ref.slice('#/components/responses/'.length)]
  if (!shared) throw new Error(`The document has no ${response.$ref}`)
  return shared
}
