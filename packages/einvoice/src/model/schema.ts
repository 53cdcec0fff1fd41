import type { Field, Fields } from './fields.ts'
import { CODE_LISTS } from '../codes/lists.ts'
import { invoiceFields } from './invoice-fields.ts'

/** JSON Schema of a field. */
type Schema = Record<string, unknown>

/** Lists with more codes are described by their name only. */
const LISTED_CODES_MAX = 20
const DECIMAL_PATTERN = '^[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)$'

/** Returns the JSON Schema (draft 2020-12, and valid as draft 7) of an invoice. */
export function invoiceSchema(): Schema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Invoice of EN 16931',
    ...schemaOf(invoiceFields),
  }
}

function schemaOf(field: Field): Schema {
  const description = `${field.title.charAt(0).toUpperCase()}${field.title.slice(1)} (${field.term})`
  switch (field.kind) {
    case 'group':
      return {
        type: 'object',
        description,
        additionalProperties: false,
        properties: propertiesOf(field.fields),
      }
    case 'list':
      return { type: 'array', description, items: schemaOf(field.item) }
    case 'amount':
    case 'price':
    case 'quantity':
    case 'percentage':
      return {
        description,
        anyOf: [{ type: 'string', pattern: DECIMAL_PATTERN, maxLength: 40 }, { type: 'number' }],
      }
    case 'date':
      return { type: 'string', description, pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }
    case 'base64':
      return { type: 'string', description, contentEncoding: 'base64' }
    case 'code': {
      const { title, codes } = CODE_LISTS[field.list]
      const isListed = codes.size <= LISTED_CODES_MAX
      return {
        type: 'string',
        description: `${description}: ${title}`,
        ...(isListed ? { examples: [...codes] } : {}),
      }
    }
    case 'text':
      return { type: 'string', description }
  }
}

function propertiesOf(fields: Fields): Schema {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]))
}
