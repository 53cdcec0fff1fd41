import assert from 'node:assert/strict'
import {
  type CallToolResult,
  Client,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client'

/** MCP client for tests. */
export interface Agent extends AsyncDisposable {
  client: Client
  /** Calls a tool that must succeed. @returns the structured content. */
  // Tests assert the fields that they read.
  // oxlint-disable-next-line typescript/no-explicit-any
  call(tool: string, input?: Record<string, unknown>): Promise<any>
  /** Calls a tool. @returns the complete result. */
  result(tool: string, input?: Record<string, unknown>): Promise<CallToolResult>
  /** Calls a tool that must fail. @returns the text of the error. */
  failure(tool: string, input?: Record<string, unknown>): Promise<string>
}

/** Connects with the protocol of 2026, or as clients of 2025 do. */
export async function connect(transport: Transport, era: 'auto' | 'legacy' = 'auto'): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era } })
  await client.connect(transport)
  const result = async (name: string, input: Record<string, unknown> = {}) =>
    await client.callTool({ name, arguments: input })
  const words = ({ content }: CallToolResult) =>
    content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
  return {
    client,
    result,
    async call(tool, input) {
      const answer = await result(tool, input)
      assert.ok(!answer.isError, words(answer))
      return answer.structuredContent
    },
    async failure(tool, input) {
      const answer = await result(tool, input)
      assert.ok(answer.isError, JSON.stringify(answer.structuredContent))
      return words(answer)
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}

/** Connects over HTTP with the API key as bearer token, as most clients send it. */
export async function connectOverHttp(url: string, key: string, era?: 'auto' | 'legacy'): Promise<Agent> {
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  return await connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }), era)
}
