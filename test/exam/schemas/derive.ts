import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Element } from '../../../packages/einvoice/src/xml/element.ts'
import { parseXml } from '../../../packages/einvoice/src/xml/parse.ts'
import { simpleTypeOf } from './simple-types.ts'

const LINE_LENGTH_MAX = 110
const XSD = '{http://www.w3.org/2001/XMLSchema}'

/** Names of the tables: the schema of UBL, that of CII, and those of the profiles of Factur-X. */
export const TABLES = ['ubl', 'cii', 'minimum', 'basic-wl', 'basic', 'en16931', 'extended'] as const
export type TableName = (typeof TABLES)[number]

/** Folders with the schemas. */
export interface SchemaFolders {
  /** Resources of KoSIT's validator. */
  readonly kosit: string
  /** Schemas of Factur-X in Mustang. */
  readonly facturx: string
}

const CII = 'cii/16b/xsd/CrossIndustryInvoice_'
const COMMON = 'ubl/2.1/xsd/common/'
const FACTUR_X_FILES = {
  rsm: '',
  ram: '_urn_un_unece_uncefact_data_standard_ReusableAggregateBusinessInformationEntity_100',
  qdt: '_urn_un_unece_uncefact_data_standard_QualifiedDataType_100',
  udt: '_urn_un_unece_uncefact_data_standard_UnqualifiedDataType_100',
}

/** Returns the files of a schema by the prefix of their namespace. The first files have the root elements. */
export function schemaFiles(name: TableName, { kosit, facturx }: SchemaFolders): Record<string, string> {
  if (name === 'cii')
    return {
      rsm: join(kosit, `${CII}100pD16B.xsd`),
      ram: join(kosit, `${CII}ReusableAggregateBusinessInformationEntity_100pD16B.xsd`),
      qdt: join(kosit, `${CII}QualifiedDataType_100pD16B.xsd`),
      udt: join(kosit, `${CII}UnqualifiedDataType_100pD16B.xsd`),
    }
  if (name === 'ubl')
    return {
      ubl: join(kosit, 'ubl/2.1/xsd/maindoc/UBL-Invoice-2.1.xsd'),
      cn: join(kosit, 'ubl/2.1/xsd/maindoc/UBL-CreditNote-2.1.xsd'),
      cac: join(kosit, `${COMMON}UBL-CommonAggregateComponents-2.1.xsd`),
      cbc: join(kosit, `${COMMON}UBL-CommonBasicComponents-2.1.xsd`),
      ext: join(kosit, `${COMMON}UBL-CommonExtensionComponents-2.1.xsd`),
      content: join(kosit, `${COMMON}UBL-ExtensionContentDataType-2.1.xsd`),
      qdt: join(kosit, `${COMMON}UBL-QualifiedDataTypes-2.1.xsd`),
      udt: join(kosit, `${COMMON}UBL-UnqualifiedDataTypes-2.1.xsd`),
      'ccts-cct': join(kosit, `${COMMON}CCTS_CCT_SchemaModule.xsd`),
    }
  const folder = name.toUpperCase()
  const file = `FACTUR-X_${folder.replace('-', '')}`
  return Object.fromEntries(
    Object.entries(FACTUR_X_FILES).map(([prefix, end]) => [
      prefix,
      join(facturx, folder, `${file}${end}.xsd`),
    ]),
  )
}

/** Returns the root elements of a schema. */
function rootsOf(name: TableName): string[] {
  return name === 'ubl' ? ['ubl:Invoice', 'cn:CreditNote'] : ['rsm:CrossIndustryInvoice']
}

/** Types of all files, and the global elements with their types. */
export interface Schemas {
  types: Map<string, { declaration: Element; file: string }>
  elements: Map<string, string>
}

/** Part of a sequence: names of the elements of which one occurs, with their types. */
interface Particle {
  names: [name: string, type: string][]
  occurs: string
}

/**
 * Derives a table from schema files: order, occurrence and type of all elements, and the attributes of all values.
 */
export async function deriveTable(name: TableName, folders: SchemaFolders): Promise<string> {
  const schemas = await readSchemas(schemaFiles(name, folders))
  const roots = rootsOf(name)
  const groups = new Map<string, Particle[]>()
  const values = new Map<string, string>()
  const pending = roots.map((root) => schemas.elements.get(root) ?? '')
  for (const type of pending) {
    if (groups.has(type) || values.has(type)) continue
    const particles = particlesOf(type, schemas)
    if (particles === undefined) values.set(type, simpleTypeOf(type, schemas))
    else {
      groups.set(type, particles)
      pending.push(...particles.flatMap(({ names }) => names.map(([, child]) => child)))
    }
  }
  return print(
    roots.map((root) => [root, schemas.elements.get(root) ?? '']),
    groups,
    values,
  )
}

async function readSchemas(files: Record<string, string>): Promise<Schemas> {
  const schemas: Schemas = { types: new Map(), elements: new Map() }
  for (const [file, path] of Object.entries(files)) {
    const root = parseXml(await readFile(path, 'utf8'))
    for (const declaration of root.children) {
      const name = declaration.attributes['name'] ?? ''
      if (declaration.name.endsWith('Type')) schemas.types.set(`${file}:${name}`, { declaration, file })
      else if (declaration.name === `${XSD}element`)
        schemas.elements.set(`${file}:${name}`, qualify(declaration.attributes['type'] ?? '', file))
    }
  }
  return schemas
}

/** Returns whether a type is one of XML Schema itself. */
export function isBuiltIn(type: string): boolean {
  return /^xsd?:/.test(type)
}

/** Returns a name of a type with the prefix of its file. */
export function qualify(name: string, file: string): string {
  if (name.includes(':')) return name
  // The schema of extensions includes the file of their content.
  return name === 'ExtensionContentType' ? `content:${name}` : `${file}:${name}`
}

/** Returns the parts of the sequence of a type. `undefined` for a type of values. */
function particlesOf(type: string, schemas: Schemas): Particle[] | undefined {
  const { declaration, file } = schemas.types.get(type) ?? {}
  if (declaration?.name === `${XSD}complexType` && declaration.children.length === 0) return []
  const group = declaration?.children.find(({ name }) => name === `${XSD}sequence` || name === `${XSD}choice`)
  if (!group || file === undefined) return undefined
  const named = group.children.filter(({ name }) => name === `${XSD}element`)
  if (named.length === 0) return undefined
  const children = named.map((element) => ({ element, entry: entryOf(element, type, file, schemas) }))
  if (group.name === `${XSD}choice`) return [{ names: children.map(({ entry }) => entry), occurs: '' }]
  return children.map(({ element, entry }) => ({ names: [entry], occurs: occursOf(element) }))
}

function entryOf(element: Element, parent: string, file: string, schemas: Schemas): [string, string] {
  const { ref, name = '', type } = element.attributes
  if (ref !== undefined) {
    const qualified = ref.includes(':') ? ref : `${file}:${ref}`
    return [qualified, schemas.elements.get(qualified) ?? '']
  }
  if (type !== undefined) return [`${file}:${name}`, isBuiltIn(type) ? type : qualify(type, file)]
  const [anonymous] = element.children
  const key = `${parent}/${name}`
  if (anonymous) schemas.types.set(key, { declaration: anonymous, file })
  return [`${file}:${name}`, key]
}

function occursOf({ attributes: { minOccurs = '1', maxOccurs = '1' } }: Element): string {
  if (maxOccurs === '1') return minOccurs === '0' ? '?' : ''
  if (maxOccurs === '2' && minOccurs === '0') return '?2'
  if (maxOccurs === 'unbounded') return minOccurs === '0' ? '*' : '+'
  throw new Error(`${minOccurs} to ${maxOccurs} is not expected`)
}

/** Writes roots, groups and values with short names of types. Values with the same rules have one name. */
function print(roots: string[][], groups: Map<string, Particle[]>, values: Map<string, string>): string {
  const names = new Map<string, string>()
  const rules = new Map<string, string>()
  for (const [type, rule] of values) {
    const known = [...rules].find(([, other]) => other === rule)?.[0]
    const name = known ?? `v${rules.size}`
    rules.set(name, rule)
    names.set(type, name)
  }
  for (const type of groups.keys()) names.set(type, `g${names.size - values.size}`)
  const nameOf = (type: string) => names.get(type) ?? ''
  const lines = [
    ...roots.map(([root = '', type = '']) => `${root} = ${nameOf(type)}`),
    ...Array.from(rules, ([name, rule]) => `${name} = ${rule}`),
    ...Array.from(groups, ([type, particles]) => {
      const parts = particles.map(
        ({ names: entries, occurs }) =>
          `${entries.map(([name, child]) => `${name}=${nameOf(child)}`).join('|')}${occurs}`,
      )
      return [nameOf(type), ...parts].join(' ')
    }),
  ]
  return lines.map((line) => wrap(line)).join('\n ')
}

/** Breaks a line at spaces. The lines after the first begin with two spaces. */
function wrap(line: string): string {
  const lines: string[] = []
  for (const word of line.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < LINE_LENGTH_MAX)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(last === undefined ? word : `  ${word}`)
  }
  return lines.join('\n')
}

/** Returns the source of the module with a table. */
export function moduleOf(name: TableName, table: string): string {
  return `/**
 * Facts of a schema: the order, occurrence and type of all elements. \`npm run einvoice:schemas\` derives them.
 * \`../schema.ts\` describes the notation.
 */
export const ${constantOf(name)} = \`${table}\`
`
}

/** Returns the name of the constant of a table. */
export function constantOf(name: TableName): string {
  return `${name.toUpperCase().replace('-', '_')}_TABLE`
}
