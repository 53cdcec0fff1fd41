import { resolveReferences } from '../../packages/documentation/src/open-api.ts'
import { send } from '../harness.ts'

/** One operation of the service's OpenAPI document. */
export interface Operation {
  /** In upper case. */
  method: string
  /** With its parameters in braces. */
  path: string
  /** Its documented statuses. */
  statuses: number[]
  body: Schema | undefined
}

/** The subset of JSON Schema that the document uses. */
export interface Schema {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  anyOf?: Schema[]
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
        // A body that is not JSON is bytes.
        requestBody?: { content: { 'application/json'?: { schema: Schema } } }
      }
    >
  >
}

/** Returns every operation of the running service from its OpenAPI document. */
export async function operationsOf(url: string): Promise<Operation[]> {
  const { paths }: Described = resolveReferences((await send(`${url}/openapi.json`, 'GET')).body)
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses, requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      statuses: Object.keys(responses).map(Number),
      body: requestBody?.content['application/json']?.schema,
    })),
  )
}
