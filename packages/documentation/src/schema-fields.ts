import type { Schema } from './open-api.ts'

/** A field of a body. */
export interface Field {
  /** Path with the enclosing fields: `options.watermark.text`, `lines[].price`. */
  name: string
  type: string
  isRequired: boolean
  description: string
}

/** Lists the fields of an object and of its nested objects. */
export function fieldsOf(schema: Schema, prefix = ''): Field[] {
  const { properties = {}, required = [], allOf = [] } = schema
  return [
    ...allOf.flatMap((part) => fieldsOf(part, prefix)),
    ...Object.entries(properties).flatMap(([key, field]) => {
      const name = prefix + key
      const { inner, suffix } = innerOf(field)
      return [
        {
          name,
          type: typeOf(field),
          isRequired: required.includes(key),
          description: field.description ?? '',
        },
        ...fieldsOf(inner, `${name}${suffix}.`),
      ]
    }),
  ]
}

/** Describes a type in words: `string (uuid) or null`, `array of integer (1 to 50)`. */
export function typeOf(schema: Schema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ')
  if (schema.allOf) return 'object'
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  const { type, format, items, minimum, maximum } = schema
  if (type === undefined) return 'any'
  if (Array.isArray(type)) return type.join(' or ')
  if (type === 'array') return items && items.type !== undefined ? `array of ${typeOf(items)}` : 'array'
  if (minimum !== undefined && maximum !== undefined) return `${type} (${minimum} to ${maximum})`
  return format === undefined ? type : `${type} (${format})`
}

/** Returns a value that matches a schema, from its examples and its required fields. */
export function exampleOf(schema: Schema): unknown {
  const [example] = schema.examples ?? schema.enum ?? []
  if (example !== undefined) return example
  const [type] = [schema.type].flat()
  switch (type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((key) => [key, exampleOf(schema.properties?.[key] ?? {})]),
      )
    case 'array':
      return []
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    default:
      return type === 'string' ? '' : {}
  }
}

/** Returns the object whose fields belong to a field, through arrays and unions with null. */
function innerOf(schema: Schema): { inner: Schema; suffix: string } {
  if (schema.items) {
    const { inner, suffix } = innerOf(schema.items)
    return { inner, suffix: `[]${suffix}` }
  }
  const alternative = schema.anyOf?.find(({ type }) => type === 'object' || type === 'array')
  return alternative ? innerOf(alternative) : { inner: schema, suffix: '' }
}
