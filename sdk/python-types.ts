/** File that contains the output of `pythonTypes`. */
export const PYTHON_TYPES = new URL('python/src/platen/schema.py', import.meta.url)

/** Subset of JSON Schema that the routes use. */
interface Schema {
  type?: string | string[]
  title?: string
  description?: string
  enum?: (string | boolean)[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

interface Place {
  /** Name of the type in Python. */
  name: string
  find: (paths: Paths) => Schema | undefined
}

type Paths = Record<string, Record<string, Operation | undefined> | undefined>
interface Operation {
  responses: Record<string, { content: { 'application/json': { schema: Schema } } } | undefined>
}

const HEAD = `# Made by "npm run client:api" from the service's own description of its routes. Not edited by hand.
"""What the service answers."""

from typing import Literal, NotRequired, TypedDict
`

const KEYWORDS = new Set(['async', 'from'])

const PLACES: Place[] = [
  { name: 'Template', find: (paths) => answered(paths, '/v1/templates/upload', 'post', 201) },
  {
    name: 'ListedTemplate',
    find: (paths) => answered(paths, '/v1/templates', 'get', 200)?.properties?.['templates']?.items,
  },
  {
    name: 'TemplateWithContent',
    find: (paths) => answered(paths, '/v1/templates/{templateId}', 'get', 200)?.properties?.['template'],
  },
  {
    name: 'DryRun',
    find: (paths) =>
      answered(paths, '/v1/pdf/generate', 'post', 200)?.anyOf?.find(
        ({ properties }) => properties?.['dryRun'],
      ),
  },
  { name: 'DataFailure', find: (paths) => answered(paths, '/v1/pdf/generate', 'post', 400) },
  {
    name: 'SharedPartial',
    find: (paths) => answered(paths, '/v1/partials', 'get', 200)?.properties?.['partials']?.items,
  },
  {
    name: 'PartialWithContent',
    find: (paths) => answered(paths, '/v1/partials/{name}', 'get', 200)?.properties?.['partial'],
  },
  {
    name: 'PartialVersion',
    find: (paths) =>
      answered(paths, '/v1/partials/{name}/versions', 'get', 200)?.properties?.['versions']?.items,
  },
  {
    name: 'Asset',
    find: (paths) => answered(paths, '/v1/assets', 'get', 200)?.properties?.['assets']?.items,
  },
  { name: 'Generated', find: (paths) => answered(paths, '/v1/pdf/generate', 'post', 200)?.anyOf?.[0] },
  { name: 'Job', find: (paths) => answered(paths, '/v1/jobs/{jobId}', 'get', 200)?.properties?.['job'] },
  { name: 'Previewed', find: (paths) => answered(paths, '/v1/templates/preview', 'post', 200) },
  { name: 'JobList', find: (paths) => answered(paths, '/v1/jobs', 'get', 200) },
  { name: 'Credits', find: (paths) => answered(paths, '/v1/credits', 'get', 200) },
  { name: 'Usage', find: (paths) => answered(paths, '/v1/usage', 'get', 200) },
]

/** Generates the Python types of the answers of the service at `url`. */
export async function pythonTypes(url: string): Promise<string> {
  const answer = await fetch(`${url}/openapi.json`)
  if (!answer.ok) throw new Error(`${answer.url} was answered ${answer.status}`)
  const { paths } = (await answer.json()) as { paths: Paths }
  const classes = PLACES.flatMap(({ name, find }) => {
    const schema = find(paths)
    if (!schema) throw new Error(`The document has no ${name}`)
    return classesOf(name, schema)
  })
  return [HEAD, ...classes].join('\n\n')
}

function answered(paths: Paths, path: string, method: string, status: number): Schema | undefined {
  return paths[path]?.[method]?.responses[status]?.content['application/json'].schema
}

/** Returns the class of an object, after the classes of nested objects. */
function classesOf(name: string, { properties = {}, required = [] }: Schema): string[] {
  const inner: string[] = []
  const fields = Object.entries(properties).map(([field, schema]) => {
    const type = typeOf(schema, (object) => {
      const innerName = name + singular(field)
      inner.push(...classesOf(innerName, object))
      return innerName
    })
    const { description } = schema
    return { field, type: required.includes(field) ? type : `NotRequired[${type}]`, description }
  })
  return [...inner, fields.some(({ field }) => KEYWORDS.has(field)) ? calledType() : classType()]

  function classType(): string {
    const lines = fields.map(({ field, type, description }) =>
      description ? `    ${field}: ${type}\n    """${description}"""` : `    ${field}: ${type}`,
    )
    return `class ${name}(TypedDict):\n${lines.join('\n')}\n`
  }

  /** Form for field names that are Python keywords. */
  function calledType(): string {
    const lines = fields.map(({ field, type, description }) =>
      description ? `        # ${description}\n        "${field}": ${type},` : `        "${field}": ${type},`,
    )
    return `${name} = TypedDict(\n    "${name}",\n    {\n${lines.join('\n')}\n    },\n)\n`
  }
}

/** @param nameObject generates a nested type and returns its name. */
function typeOf(schema: Schema, nameObject: (object: Schema) => string): string {
  if (schema.anyOf) return unionOf(schema.anyOf, nameObject)
  if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`
  switch (schema.type) {
    case 'string':
      return 'str'
    case 'integer':
      return 'int'
    case 'number':
      return 'float'
    case 'boolean':
      return 'bool'
    case 'null':
      return 'None'
    case 'array':
      return `list[${typeOf(schema.items ?? {}, nameObject)}]`
    case 'object':
      return nameObject(schema)
    default:
      throw new Error(`Python has no type for ${JSON.stringify(schema)}`)
  }
}

function unionOf(schemas: Schema[], nameObject: (object: Schema) => string): string {
  const literals = schemas.flatMap((schema) => schema.enum ?? []).map(literal)
  const others = schemas.filter((schema) => !schema.enum).map((schema) => typeOf(schema, nameObject))
  return [...(literals.length > 0 ? [`Literal[${literals.join(', ')}]`] : []), ...others].join(' | ')
}

function literal(value: string | boolean): string {
  return typeof value === 'string' ? JSON.stringify(value) : value ? 'True' : 'False'
}

/** Derives the name of an item: "recipients" → "Recipient". */
function singular(field: string): string {
  return field.slice(0, 1).toUpperCase() + field.slice(1).replace(/s$/, '')
}
