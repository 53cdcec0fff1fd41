import { writeFile } from 'node:fs/promises'
import { CLIENT_TYPES, clientTypes } from './api-types.ts'
import { MCP_SCHEMA, mcpSchema } from './mcp-schema.ts'
import { PYTHON_TYPES, pythonTypes } from './python-types.ts'

// npm run client:api: generates the types of both clients, and the PDF options of the MCP tools, from the OpenAPI
// document of the public API.

await writeFile(CLIENT_TYPES, await clientTypes())
await writeFile(PYTHON_TYPES, await pythonTypes())
await writeFile(MCP_SCHEMA, await mcpSchema())
