import assert from 'node:assert/strict'
import {
  type CallToolResult,
  Client,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client'

/** An agent's program, as far as a test needs one. */
export interface Agent extends AsyncDisposable {
  client: Client
  /** Calls a tool that has to succeed. @returns what is structured of its answer. */
  // What a test reads of it, it asserts.
  // oxlint-disable-next-line typescript/no-explicit-any
  call(tool: string, input?: Record<string, unknown>): Promise<any>
  /** The same with all that it gives. */
  result(tool: string, input?: Record<string, unknown>): Promise<CallToolResult>
  /** Calls a tool that has to fail. @returns its words. */
  failure(tool: string, input?: Record<string, unknown>): Promise<string>
}

/** Connects by the protocol of 2026, or as clients of 2025 do. */
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

/** Connects over HTTP with a key as bearer token, as most clients send one. */
export async function connectOverHttp(url: string, key: string, era?: 'auto' | 'legacy'): Promise<Agent> {
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  return await connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }), era)
}
