/** The part of an OpenAPI 3.1 document that the API reference shows, without references. */
export interface OpenApi {
  info: { title: string; description?: string; version: string }
  servers?: { url: string }[]
  tags?: { name: string; description?: string }[]
  paths: Record<string, Record<string, Operation>>
}

export interface Operation {
  summary?: string
  description?: string
  tags?: string[]
  /** An empty list: no API key is required. */
  security?: object[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, Response>
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

/** Returns an OpenAPI document with a copy of the shared component in place of each reference. */
export function resolveReferences(document: object): OpenApi {
  return resolved(document) as OpenApi

  function resolved(part: unknown): unknown {
    if (Array.isArray(part)) return part.map(resolved)
    if (typeof part !== 'object' || part === null) return part
    if ('$ref' in part && typeof part.$ref === 'string') return resolved(componentAt(document, part.$ref))
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, resolved(value)]))
  }
}

/** @param reference such as `#/components/responses/NotFound`. */
function componentAt(document: object, reference: string): unknown {
  const component = reference
    .split('/')
    .slice(1)
    .reduce<unknown>((part, key) => new Map(Object.entries(Object(part))).get(key), document)
  if (component === undefined) throw new Error(`The document has no ${reference}`)
  return component
}
