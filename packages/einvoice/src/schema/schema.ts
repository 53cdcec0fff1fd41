import { BASIC_TABLE } from './tables/basic.ts'
import { BASIC_WL_TABLE } from './tables/basic-wl.ts'
import { CII_TABLE } from './tables/cii.ts'
import { EN16931_TABLE } from './tables/en16931.ts'
import { EXTENDED_TABLE } from './tables/extended.ts'
import { MINIMUM_TABLE } from './tables/minimum.ts'
import { UBL_TABLE } from './tables/ubl.ts'

const CII = 'Cross Industry Invoice'
const TABLES = {
  ubl: ['UBL 2.1', UBL_TABLE],
  cii: [CII, CII_TABLE],
  minimum: [`${CII} of Factur-X MINIMUM`, MINIMUM_TABLE],
  'basic-wl': [`${CII} of Factur-X BASIC WL`, BASIC_WL_TABLE],
  basic: [`${CII} of Factur-X BASIC`, BASIC_TABLE],
  en16931: [`${CII} of Factur-X EN 16931`, EN16931_TABLE],
  extended: [`${CII} of Factur-X EXTENDED`, EXTENDED_TABLE],
} as const

/** Name of a schema. */
export type SchemaName = keyof typeof TABLES

/** Schema: types by name, and the types of root elements by the name of the element. */
export interface Schema {
  readonly standard: string
  readonly roots: ReadonlyMap<string, string>
  readonly types: ReadonlyMap<string, SchemaType>
}

/** Type of an element: a sequence of elements, or a value with attributes. */
export type SchemaType =
  | { readonly particles: readonly Particle[] }
  | { readonly value: string; readonly attributes: ReadonlyMap<string, AttributeRule> }

/** Part of a sequence. */
export interface Particle {
  /** Elements of which one occurs, with their types. Most parts have one. */
  readonly names: ReadonlyMap<string, string>
  readonly isRequired: boolean
  /** Number of occurrences at most. */
  readonly max: number
}

/** Rule of an attribute. */
export interface AttributeRule {
  readonly isRequired: boolean
  readonly kind: string
  /** Only allowed value, if there is one. */
  readonly fixed: string | undefined
}

const ATTRIBUTE = /^(\w+)(!?)(?::(\w+))?(?:=(.*))?$/
const OCCURRENCE = /(?:[?*+]|\?2)$/

const schemas = new Map<SchemaName, Schema>()

/** Returns a schema. It is parsed at the first call. */
export function schemaOf(name: SchemaName): Schema {
  const known = schemas.get(name)
  if (known) return known
  const [standard, table] = TABLES[name]
  const schema = parse(standard, table)
  schemas.set(name, schema)
  return schema
}

/**
 * Parses a table. Each line has one type or root element. A line that begins with two spaces continues the line before:
 * - `cn:CreditNote = g1`: root element with its type.
 * - `v9 = decimal currencyID! unitCode`: value with its attributes. `!` is required, `:language` a type other than text,
 *   `=6` a fixed value.
 * - `g3 cbc:ID=v0 cbc:Note=v5*`: elements in their order. `?` is optional, `?2` at most two, `*` any number, `+` at least one, `|` a
 *   choice.
 */
function parse(standard: string, table: string): Schema {
  const roots = new Map<string, string>()
  const types = new Map<string, SchemaType>()
  for (const entry of table.split(/\n (?! )/)) {
    const [name = '', second, ...rest] = entry.split(/\s+/)
    if (second === undefined) types.set(name, { particles: [] })
    else if (second !== '=') types.set(name, { particles: [second, ...rest].map((part) => particleOf(part)) })
    else if (name.includes(':')) roots.set(name, rest[0] ?? '')
    else
      types.set(name, {
        value: rest[0] ?? '',
        attributes: new Map(rest.slice(1).map((part) => attributeOf(part))),
      })
  }
  return { standard, roots, types }
}

function particleOf(part: string): Particle {
  const [occurrence = ''] = OCCURRENCE.exec(part) ?? []
  const names = part
    .replace(OCCURRENCE, '')
    .split('|')
    .map((entry): [string, string] => {
      const [name = '', type = ''] = entry.split('=')
      return [name, type]
    })
  return {
    names: new Map(names),
    isRequired: occurrence === '' || occurrence === '+',
    max: occurrence === '?2' ? 2 : occurrence === '*' || occurrence === '+' ? Infinity : 1,
  }
}

function attributeOf(part: string): [string, AttributeRule] {
  const [, name = '', required, kind = 'text', fixed] = ATTRIBUTE.exec(part) ?? []
  return [name, { isRequired: required === '!', kind, fixed: fixed?.replaceAll('%20', ' ') }]
}
