import { Refusal } from '@platen/template/refusal'

/** Segments of a path in the data: names of fields, and indices of lists. `lines[0].total` has three. */
export type Path = readonly (string | number)[]

/** Levels of the data below its root. */
const DEPTH_MAX = 10
const INDEX_MAX = 999
const INDICES = /^[^[\]]+((?:\[\d{1,3}\])*)$/

/**
 * Parses a path such as `customer.name` or `lines[0].total`.
 * @param what start of the error message.
 * @throws {Refusal} `invalid`.
 */
export function parsePath(text: string, what: string): Path {
  const path = text.split('.').flatMap((step) => {
    const indices = INDICES.exec(step)?.[1]
    if (indices === undefined || step.trim() === '') throw invalidPath(what)
    const name = step.slice(0, step.length - indices.length)
    return [name, ...Array.from(indices.matchAll(/\d+/g), ([index]) => Number(index))]
  })
  if (path.length > DEPTH_MAX) throw new Refusal('invalid', `${what} has more than ${DEPTH_MAX} steps.`)
  return path
}

function invalidPath(what: string): Refusal {
  return new Refusal(
    'invalid',
    `${what} is not a path. Use names, dots and indices from 0 to ${INDEX_MAX}, for example customer.name or lines[0].total.`,
  )
}

/** Returns the value at a path of parsed JSON, `undefined` when there is none. */
export function valueAt(root: unknown, path: Path): unknown {
  let value = root
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = Reflect.get(value, step)
  }
  return value
}

/** A node of the data that a row fills: an object, a list, or a cell. */
type Shape = { kind: 'object' | 'list'; children: Map<string | number, Shape> } | { kind: 'cell'; at: number }

/** The structure of the data of all rows. */
export interface DataShape {
  /**
   * Builds the data of a row. A field without a value is left out, and so are objects and lists without fields.
   * @param values values of the paths, in their order. `undefined`: no value.
   */
  fill(values: readonly unknown[]): Record<string, unknown>
}

/**
 * Compiles paths into the structure of the data.
 * @param paths each with the name of its column, for errors.
 * @throws {Refusal} `invalid` when two paths need different values at the same place.
 */
export function compileShape(paths: readonly { path: Path; column: string }[]): DataShape {
  const root: Shape = { kind: 'object', children: new Map() }
  for (const [at, { path, column }] of paths.entries()) {
    const conflict = () =>
      new Refusal(
        'invalid',
        `The path of the column ${quote(column)} conflicts with that of another column. Map one of them to another path.`,
      )
    let node: Shape = root
    for (const [depth, step] of path.entries()) {
      if (node.kind === 'cell' || (node.kind === 'list') !== (typeof step === 'number')) throw conflict()
      const next = path[depth + 1]
      const known: Shape | undefined = node.children.get(step)
      if (known && next === undefined) throw conflict()
      const child: Shape =
        known ??
        (next === undefined
          ? { kind: 'cell', at }
          : { kind: typeof next === 'number' ? 'list' : 'object', children: new Map() })
      node.children.set(step, child)
      node = child
    }
  }
  return { fill: (values) => objectOf(root, values) ?? {} }
}

/** Returns a name for an error message: on one line, and short. */
export function quote(name: string): string {
  const text = name.replace(/[\p{Cc}\p{Cf}]/gu, ' ').toWellFormed()
  return `"${text.length > NAME_LENGTH_MAX ? `${text.slice(0, NAME_LENGTH_MAX).toWellFormed()}…` : text}"`
}

const NAME_LENGTH_MAX = 60

function valueOf(shape: Shape, values: readonly unknown[]): unknown {
  if (shape.kind === 'cell') return values[shape.at]
  if (shape.kind === 'object') return objectOf(shape, values)
  const elements = Array.from(shape.children)
    .toSorted(([one], [other]) => Number(one) - Number(other))
    .map(([, child]) => valueOf(child, values))
    .filter((element) => element !== undefined)
  return elements.length > 0 ? elements : undefined
}

function objectOf(shape: Shape, values: readonly unknown[]): Record<string, unknown> | undefined {
  // Without a prototype, so that `__proto__` is a field like any other.
  const object: Record<string, unknown> = Object.create(null)
  let isEmpty = true
  if (shape.kind === 'cell') return undefined
  for (const [name, child] of shape.children) {
    const value = valueOf(child, values)
    if (value === undefined) continue
    object[name] = value
    isEmpty = false
  }
  return isEmpty ? undefined : object
}
