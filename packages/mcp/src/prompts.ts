import { fromJsonSchema, type McpServer } from '@modelcontextprotocol/server'

const argsSchema = fromJsonSchema<{ document: string; example?: string }>({
  type: 'object',
  properties: {
    document: {
      type: 'string',
      description: 'The document to create, for example “an invoice on A4 with our logo”.',
    },
    example: { type: 'string', description: 'Example data, as JSON.' },
  },
  required: ['document'],
})

/** Adds the prompts that users can start with. */
export function addPrompts(server: McpServer): void {
  const config = {
    title: 'Write a template',
    description: 'Writes a template with previews, and stores it once it looks right.',
    argsSchema,
  }
  server.registerPrompt('write_template', config, ({ document, example }) => ({
    messages: [
      { role: 'user' as const, content: { type: 'text' as const, text: promptText(document, example) } },
    ],
  }))
}

function promptText(document: string, example: string | undefined): string {
  return [
    `Write a Platen template for this document: ${document}`,
    ...(example === undefined ? ['Invent realistic data for it.'] : [`Example data: ${example}`]),
    'First read the page “templates” with read_guide. Then check each sheet of your template with ' +
      'preview_template, with little data and with much data. Correct the template until nothing overlaps or is ' +
      'cut off and there are no warnings. Show me the last preview. Store it with save_template when I agree.',
  ].join('\n\n')
}
