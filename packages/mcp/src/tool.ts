import {
  type ContentBlock,
  fromJsonSchema,
  type JsonSchemaType,
  type McpServer,
  type StandardSchemaWithJSON,
  type ToolAnnotations,
} from '@modelcontextprotocol/server'
import type { Static, TObject } from 'typebox'
import type { Platen } from '@platen/client'
import type { McpContext } from './context.ts'
import { failed } from './tool-errors.ts'

/** Result of a tool. */
export interface ToolResult<Output> {
  /** Structured content. It matches the output schema of the tool. */
  output: Output
  /** Images and links besides the output. */
  more?: ContentBlock[]
}

/** Adds a tool to a server. */
export type Tool = (server: McpServer, context: McpContext) => void

/** Defines a tool. Compiles its schemas once, because over HTTP each call has a server of its own. */
export function defineTool<Input extends TObject, Output extends TObject>(definition: {
  name: string
  title: string
  description: string
  input: Input
  output: Output
  annotations: ToolAnnotations
  run: (input: Static<Input>, platen: Platen, signal: AbortSignal) => Promise<ToolResult<Static<Output>>>
}): Tool {
  const { name, title, description, annotations, run } = definition
  const inputSchema = schemaOf<Static<Input>>(definition.input)
  const outputSchema = schemaOf<Static<Output>>(definition.output)
  return (server, { platen, onFault }) => {
    const config = { title, description, inputSchema, outputSchema, annotations: { title, ...annotations } }
    server.registerTool(name, config, async (input, { mcpReq: { signal } }) => {
      try {
        const { output, more = [] } = await run(input, platen, signal)
        // Also as text, because some clients ignore structured content.
        const text = { type: 'text' as const, text: JSON.stringify(output) }
        return { content: [text, ...more], structuredContent: output }
      } catch (error) {
        return failed(error, onFault)
      }
    })
  }
}

function schemaOf<Value>(schema: TObject): StandardSchemaWithJSON<Value, Value> {
  // Copied to plain JSON, which removes the symbols of TypeBox.
  return fromJsonSchema<Value>(JSON.parse(JSON.stringify(schema)) as JsonSchemaType)
}
