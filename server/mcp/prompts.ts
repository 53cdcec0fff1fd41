import { fromJsonSchema, type McpServer } from '@modelcontextprotocol/server'

const argsSchema = fromJsonSchema<{ document: string; example?: string }>({
  type: 'object',
  properties: {
    document: { type: 'string', description: 'What is wanted, such as “an invoice on A4 with our logo”.' },
    example: { type: 'string', description: 'Data as it will come, as JSON.' },
  },
  required: ['document'],
})

/** What people begin with. */
export function addPrompts(server: McpServer): void {
  const about = {
    title: 'Write a template',
    description: 'Writes a template with previews, and stores it once it looks right.',
    argsSchema: argsSchema,
  }
  server.registerPrompt('write_template', about, ({ document, example }) => ({
    messages: [
      { role: 'user' as const, content: { type: 'text' as const, text: textFor(document, example) } },
    ],
  }))
}

function textFor(document: string, example: string | undefined): string {
  return [
    `Write a Platen template for this document: ${document}`,
    ...(example === undefined
      ? ['Think of data for it that is like real data.']
      : [`The data is like this: ${example}`]),
    'Read the page “templates” with read_guide first. Then look at what you have written with preview_template, at ' +
      'every sheet, with little data and with much, and correct it until nothing overlaps, is cut off or warned of. ' +
      'Show me the last preview, and store it with save_template when I agree.',
  ].join('\n\n')
}
