import type { OpenBlock } from './mustaches.ts'

/** Values that a path may refer to. A path into an array refers to the values of all elements. */
type Values = unknown[]

/** Names that are available at a position of a template. */
export interface Scope {
  /** Values of `this` in the enclosing blocks, the innermost last. */
  contexts: Values[]
  /** Block parameters. */
  names: Map<string, Values>
}

/** Field of the sample data. */
export interface Field {
  name: string
  /** Type or value of the field, for display. */
  summary: string
}

const VALUES_MAX = 20
const SUMMARY_LENGTH_MAX = 40
const PATH = /[^./[\]]+/g

/**
 * Returns the names that are available inside open blocks when a template is filled with `data`. If `data` is an
 * array, the template is filled with its elements.
 */
export function scopeIn(data: unknown, blocks: readonly OpenBlock[]): Scope {
  const scope: Scope = { contexts: [Array.isArray(data) ? firstOf(data) : [data]], names: new Map() }
  for (const { name, path, names } of blocks) {
    if (name !== 'each' && name !== 'with') continue
    const values = valuesAt(scope, path)
    const inner = name === 'each' ? elementsOf(values) : values
    scope.contexts.push(inner)
    const [parameter] = names
    if (parameter !== undefined) scope.names.set(parameter, inner)
  }
  return scope
}

/** Returns the fields of the values that `path` refers to; of `this` for an empty path. */
export function fieldsAt(scope: Scope, path: string): Field[] {
  const fields = new Map<string, Field>()
  for (const value of valuesAt(scope, path)) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue
    for (const [name, member] of Object.entries(value)) {
      if (!fields.has(name)) fields.set(name, { name, summary: summaryOf(member) })
    }
  }
  return [...fields.values()]
}

function valuesAt(scope: Scope, path: string): Values {
  const steps = path.match(/\.\.\//g)?.length ?? 0
  const [first, ...rest] = path.replace(/^(?:\.\.\/)+/, '').match(PATH) ?? []
  const context = scope.contexts[Math.max(0, scope.contexts.length - 1 - steps)] ?? []
  if (first === undefined || first === 'this') return follow(context, rest)
  if (first === '@root') return follow(scope.contexts[0] ?? [], rest)
  const named = scope.names.get(first)
  return named ? follow(named, rest) : follow(context, [first, ...rest])
}

function follow(values: Values, names: readonly string[]): Values {
  let current = values
  for (const name of names) current = current.flatMap((value) => memberOf(value, name))
  return current
}

function memberOf(value: unknown, name: string): Values {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return []
  return [Reflect.get(value, name)]
}

function elementsOf(values: Values): Values {
  return firstOf(
    values.flatMap((value): Values => {
      if (Array.isArray(value)) return firstOf(value)
      return typeof value === 'object' && value !== null ? firstOf(Object.values(value)) : []
    }),
  )
}

function firstOf(values: Values): Values {
  return values.slice(0, VALUES_MAX)
}

function summaryOf(value: unknown): string {
  if (Array.isArray(value)) return `array of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'object'
  const text = JSON.stringify(value) ?? ''
  return text.length > SUMMARY_LENGTH_MAX ? `${text.slice(0, SUMMARY_LENGTH_MAX)}…` : text
}
