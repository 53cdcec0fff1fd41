import { send } from '../harness.ts'

/** What the service's own OpenAPI document says of one operation. */
export interface Operation {
  /** In capitals. */
  method: string
  /** With its parameters in braces. */
  path: string
  /** The statuses that it is said to be answered with. */
  statuses: number[]
  body: Schema | undefined
}

/** As much of JSON Schema as our document uses. */
export interface Schema {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
}

interface Described {
  paths: Record<
    string,
    Record<
      string,
      {
        responses: Record<string, unknown>
        // Without one of JSON, a body is bytes.
        requestBody?: { content: { 'application/json'?: { schema: Schema } } }
      }
    >
  >
}

/** Every operation of the running service, from its own document. */
export async function operationsOf(url: string): Promise<Operation[]> {
  const { paths }: Described = (await send(`${url}/openapi.json`, 'GET')).body
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses, requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      statuses: Object.keys(responses).map(Number),
      body: requestBody?.content['application/json']?.schema,
    })),
  )
}
