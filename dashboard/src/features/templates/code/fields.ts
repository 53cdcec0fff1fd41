import type { OpenBlock } from './mustaches.ts'

/** Values that a path may stand for: of a list, each element's. */
type Values = unknown[]

/** What can be named at one place of a template. */
export interface Scope {
  /** What `this` is at that place, and around it, the innermost last. */
  contexts: Values[]
  /** Names that blocks have given. */
  names: Map<string, Values>
}

/** A field that the sample data has. */
export interface Field {
  name: string
  /** What it holds, in a word or as its value. */
  holds: string
}

const VALUES_MAX = 20
const SHOWN_LENGTH_MAX = 40
const PATH = /[^./[\]]+/g

/**
 * What can be named within these blocks when a template is filled with `data`; an array in it stands for pages, each
 * of which is filled with one element.
 */
export function scopeIn(data: unknown, blocks: readonly OpenBlock[]): Scope {
  const scope: Scope = { contexts: [Array.isArray(data) ? few(data) : [data]], names: new Map() }
  for (const { name, path, names } of blocks) {
    if (name !== 'each' && name !== 'with') continue
    const values = valuesAt(scope, path)
    const inner = name === 'each' ? elementsOf(values) : values
    scope.contexts.push(inner)
    const [called] = names
    if (called !== undefined) scope.names.set(called, inner)
  }
  return scope
}

/** The fields of what `path` stands for; of `this` where it is empty. */
export function fieldsAt(scope: Scope, path: string): Field[] {
  const fields = new Map<string, Field>()
  for (const value of valuesAt(scope, path)) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue
    for (const [name, held] of Object.entries(value)) {
      if (!fields.has(name)) fields.set(name, { name, holds: shown(held) })
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
  let at = values
  for (const name of names) at = at.flatMap((value) => memberOf(value, name))
  return at
}

function memberOf(value: unknown, name: string): Values {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return []
  return [Reflect.get(value, name)]
}

function elementsOf(values: Values): Values {
  return few(
    values.flatMap((value): Values => {
      if (Array.isArray(value)) return few(value)
      return typeof value === 'object' && value !== null ? few(Object.values(value)) : []
    }),
  )
}

function few(values: Values): Values {
  return values.slice(0, VALUES_MAX)
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return `list of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'object'
  const text = JSON.stringify(value) ?? ''
  return text.length > SHOWN_LENGTH_MAX ? `${text.slice(0, SHOWN_LENGTH_MAX)}…` : text
}
