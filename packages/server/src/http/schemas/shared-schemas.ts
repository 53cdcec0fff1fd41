import { isDeepStrictEqual } from 'node:util'

interface OpenApiDocument {
  paths?: object
  components?: object
}

/**
 * Moves each schema that has a title to the components of an OpenAPI document, under its title in Pascal case, and
 * replaces its uses with references.
 * @throws {Error} when two different schemas have the same title.
 */
export function shareSchemas<Document extends OpenApiDocument>(document: Document): Document {
  const schemas = new Map<string, object>()
  const paths: unknown = withReferences(document.paths ?? {}, schemas)
  const sorted = [...schemas].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const components = { ...document.components, schemas: Object.fromEntries(sorted) }
  return { ...document, paths, components }
}

/** Returns a copy of a part of a document with references. Adds the schemas that they refer to. */
function withReferences(part: unknown, schemas: Map<string, object>): unknown {
  if (Array.isArray(part)) return part.map((element) => withReferences(element, schemas))
  if (typeof part !== 'object' || part === null) return part
  const copy: Record<string, unknown> = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, withReferences(value, schemas)]),
  )
  // A schema of a field named `title` is an object.
  if (typeof copy['title'] !== 'string') return copy
  const name = pascalCase(copy['title'])
  const existing = schemas.get(name)
  if (existing && !isDeepStrictEqual(existing, copy)) {
    throw new Error(`Two different schemas have the title "${copy['title']}". Change one of the titles.`)
  }
  schemas.set(name, copy)
  return { $ref: `#/components/schemas/${name}` }
}

/** Converts "Dry run" to "DryRun". */
function pascalCase(title: string): string {
  return title
    .split(' ')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
}
