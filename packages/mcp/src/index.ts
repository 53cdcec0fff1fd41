import { createMcpHandler } from '@modelcontextprotocol/server'
import { serveStdio as serveSdkStdio } from '@modelcontextprotocol/server/stdio'
import type { McpContext } from './context.ts'
import { createMcpServer } from './server.ts'

// Entry point of the package. Its types name nothing of the SDK, which the published package contains in bundled form.

/** Dependencies of the server. */
export interface McpOptions extends McpContext {
  /** Version that the server reports. */
  version: string
}

/** Serves the tools on standard input and output, until `close` is called. */
export function serveStdio(options: McpOptions): { close(): Promise<void> } {
  return serveSdkStdio(() => createMcpServer(options), { onerror: options.onFault })
}

/** Answers one message of the streamable HTTP transport, without a session. @param body its parsed JSON */
export async function answerMessage(options: McpOptions, message: Request, body: unknown): Promise<Response> {
  // The server sends no notifications, so no stream stays open.
  const handler = createMcpHandler(() => createMcpServer(options), { maxSubscriptions: 0 })
  return await handler.fetch(message, { parsedBody: body })
}
