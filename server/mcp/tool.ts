import {
  type ContentBlock,
  fromJsonSchema,
  type JsonSchemaType,
  type McpServer,
  type StandardSchemaWithJSON,
  type ToolAnnotations,
} from '@modelcontextprotocol/server'
import type { Static, TObject } from 'typebox'
import type { Platen } from '../../sdk/src/index.ts'
import { failed } from './tool-errors.ts'

/** What a tool works with. */
export interface McpContext {
  /** Speaks for whoever has connected. */
  platen: Platen
  /** Is told what went wrong that is nobody's mistake but ours. */
  onFault: (error: unknown) => void
}

/** What a tool has to say. */
export interface ToolResult<Answer> {
  answer: Answer
  /** Pictures and links beside it. */
  more?: ContentBlock[]
}

/** Adds a tool to a server. */
export type Tool = (server: McpServer, context: McpContext) => void

/** A tool, its schemas compiled once: over HTTP every call has a server of its own. */
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
        const { answer, more = [] } = await run(input, platen, signal)
        // Not every client hands on what is structured, so it is text as well.
        const text = { type: 'text' as const, text: JSON.stringify(answer) }
        return { content: [text, ...more], structuredContent: answer }
      } catch (error) {
        return failed(error, onFault)
      }
    })
  }
}

function schemaOf<Value>(schema: TObject): StandardSchemaWithJSON<Value, Value> {
  // Plain JSON, without what the library keeps beside it.
  return fromJsonSchema<Value>(JSON.parse(JSON.stringify(schema)) as JsonSchemaType)
}
