import type { Element } from '../../../packages/einvoice/src/xml/element.ts'
import { isBuiltIn, qualify, type Schemas } from './derive.ts'

const XSD = '{http://www.w3.org/2001/XMLSchema}'
/** Kinds of values that the schema distinguishes; all others are texts. */
const KINDS = new Set(['decimal', 'date', 'dateTime', 'time', 'boolean', 'base64Binary', 'language'])

/** Returns the rule of a type of values: its kind, and its attributes: `decimal currencyID!`. */
export function simpleTypeOf(type: string, schemas: Schemas): string {
  if (isBuiltIn(type)) return kindOf(type)
  const { kind, attributes } = resolve(type, schemas)
  return [kind, ...[...attributes.values()].toSorted()].join(' ')
}

interface Value {
  kind: string
  attributes: Map<string, string>
}

function resolve(type: string, schemas: Schemas): Value {
  if (isBuiltIn(type)) return { kind: kindOf(type), attributes: new Map() }
  const { declaration, file } = schemas.types.get(type) ?? {}
  if (!declaration || file === undefined) throw new Error(`The type ${type} is missing`)
  const [content] = declaration.children.filter(({ name }) => name !== `${XSD}annotation`)
  // The content of an extension may be anything.
  if (content?.children.some(({ name }) => name === `${XSD}any`))
    return { kind: 'any', attributes: new Map() }
  const derivation = content?.name === `${XSD}restriction` ? content : content?.children[0]
  const base = derivation?.attributes['base']
  if (!derivation || base === undefined) throw new Error(`The type ${type} has no base`)
  const { kind, attributes } = resolve(isBuiltIn(base) ? base : qualify(base, file), schemas)
  for (const attribute of derivation.children.filter(({ name }) => name === `${XSD}attribute`))
    attributes.set(attribute.attributes['name'] ?? '', ruleOf(attribute))
  return { kind, attributes }
}

function ruleOf({ attributes: { name = '', use, fixed, type = '' } }: Element): string {
  const kind = kindOf(type)
  return `${name}${use === 'required' ? '!' : ''}${kind === 'text' ? '' : `:${kind}`}${fixed === undefined ? '' : `=${fixed.replaceAll(' ', '%20')}`}`
}

function kindOf(type: string): string {
  const name = type.replace(/^xsd?:/, '')
  return KINDS.has(name) ? name : 'text'
}
