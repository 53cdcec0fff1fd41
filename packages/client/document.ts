import { readFile } from 'node:fs/promises'
import type { OpenApiDocument } from '../dashboard/api-types.ts'
import { invoiceSchema } from '../einvoice/src/index.ts'

/** OpenAPI document of the public API. `npm run openapi` writes it. */
export const DOCUMENT = new URL('../server/src/openapi/v1.json', import.meta.url)

const REFERENCE = { $ref: '#/components/schemas/Invoice' }

/**
 * Reads the OpenAPI document, with the JSON Schema of the invoice model as the shared schema `Invoice`. The routes
 * describe an invoice as any object, because its rules check it with better messages.
 */
export async function readDocument(): Promise<OpenApiDocument> {
  const text = await readFile(DOCUMENT, 'utf8')
  const document = JSON.parse(text, (name, value: unknown) =>
    name === 'invoice' ? withReference(value) : value,
  ) as OpenApiDocument
  const { $schema: _, ...schema } = invoiceSchema()
  return {
    ...document,
    components: { ...document.components, schemas: { Invoice: schema, ...document.components.schemas } },
  }
}

/** Replaces the schema of any object. @throws an Error when an invoice has another schema. */
function withReference(value: unknown): object {
  if (typeof value !== 'object' || !value || !('additionalProperties' in value))
    throw new Error('A field with the name "invoice" is no invoice')
  return 'description' in value ? { ...REFERENCE, description: value.description } : REFERENCE
}
