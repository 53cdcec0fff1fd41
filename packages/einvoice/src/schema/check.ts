import type { Element } from '../xml/element.ts'
import type { Violation } from '../violation.ts'
import { type AttributeRule, type Particle, type Schema, type SchemaName, schemaOf } from './schema.ts'
import { valueProblem } from './values.ts'

/** Violations that are reported at most. */
const VIOLATIONS_MAX = 100
const NOT_SPACE = /[^ \t\r\n]/
/** Begins the names of attributes that any element may have, such as `xsi:schemaLocation`. */
const SCHEMA_INSTANCE = '{http://www.w3.org/2001/XMLSchema-instance}'

/** State of one check. */
interface Check {
  readonly schema: Schema
  readonly report: (path: string, problem: string) => void
}

/** Schemas of Factur-X by the specification identifier (BT-24), without the standard that precedes it. */
const FACTUR_X: readonly (readonly [RegExp, SchemaName])[] = [
  [/factur-x\.eu:1p0:minimum$/, 'minimum'],
  [/factur-x\.eu:1p0:basicwl$/, 'basic-wl'],
  [/factur-x\.eu:1p0:basic$/, 'basic'],
  [/factur-x\.eu:1p0:extended$/, 'extended'],
]

/**
 * Checks the XML of an invoice against the schema of its syntax and profile: names, order and number of elements,
 * attributes, and types of values. The path of a violation is the path of the element.
 * @param specification specification identifier (BT-24) of the invoice.
 */
export function checkSchema(root: Element, syntax: 'cii' | 'ubl', specification: string): Violation[] {
  if (syntax === 'ubl') return violationsOf(root, 'ubl')
  const [, profile] = FACTUR_X.find(([pattern]) => pattern.test(specification)) ?? []
  if (profile !== undefined) return violationsOf(root, profile)
  const violations = violationsOf(root, 'cii')
  // Factur-X has a later version of CII. Its profile EN 16931 has the same identifier as an invoice without profile.
  const isOther = violations.length === 0 || specification !== 'urn:cen.eu:en16931:2017'
  return isOther || violationsOf(root, 'en16931').length > 0 ? violations : []
}

/** Returns what a schema does not allow. */
export function violationsOf(root: Element, name: SchemaName): Violation[] {
  const violations: Violation[] = []
  const schema = schemaOf(name)
  const report = (path: string, problem: string) => {
    if (violations.length >= VIOLATIONS_MAX) return
    const message = `\`${path}\` ${problem}`
    violations.push({ rule: 'PLATEN-SCHEMA', severity: 'error', term: '', path, message })
  }
  checkElement(root, '', schema.roots.get(root.name) ?? '', { schema, report })
  return violations
}

function checkElement(element: Element, path: string, typeName: string, check: Check): void {
  const type = check.schema.types.get(typeName)
  if (!type) return
  const shown = path === '' ? element.name : path
  if ('particles' in type) {
    checkAttributes(element, shown, new Map(), check)
    if (NOT_SPACE.test(element.text)) check.report(shown, 'has a text beside its elements. Remove the text.')
    checkSequence(element, path, type.particles, check)
    return
  }
  // The content of an extension may be anything.
  if (type.value === 'any') return
  checkAttributes(element, shown, type.attributes, check)
  const [child] = element.children
  if (child) check.report(shown, `must be a value. Remove the element \`${child.name}\` in it.`)
  const expected = valueProblem(type.value, element.text)
  if (expected !== undefined) check.report(shown, `must be ${expected}.`)
}

/** Checks the names, the order and the number of the children of an element. */
function checkSequence(parent: Element, path: string, particles: readonly Particle[], check: Check): void {
  const at = (name: string) => (path === '' ? name : `${path}/${name}`)
  let position = 0
  let occurrences = 0
  const reportMissing = (end: number) => {
    for (const { names, isRequired } of particles.slice(occurrences > 0 ? position + 1 : position, end)) {
      if (isRequired)
        check.report(at([...names.keys()].join('|')), `is missing. ${check.schema.standard} requires it.`)
    }
  }
  for (const child of parent.children) {
    const childPath = at(child.name)
    const index = particles.findIndex(({ names }) => names.has(child.name))
    const particle = particles[index]
    if (!particle) {
      check.report(childPath, `is not an element of ${check.schema.standard} at this place. Remove it.`)
      continue
    }
    if (index < position) {
      const next = [...(particles[position]?.names.keys() ?? [])].join('|')
      check.report(childPath, `must come before \`${next}\`: ${check.schema.standard} has a fixed order.`)
    } else if (index === position && occurrences >= particle.max) {
      const limit = particle.max === 1 ? 'once' : `${particle.max} times`
      check.report(childPath, `occurs again. ${check.schema.standard} allows it ${limit}.`)
    } else if (index > position) {
      reportMissing(index)
      position = index
      occurrences = 0
    }
    if (index === position) occurrences += 1
    checkElement(child, childPath, particle.names.get(child.name) ?? '', check)
  }
  reportMissing(particles.length)
}

function checkAttributes(
  { attributes }: Element,
  path: string,
  rules: ReadonlyMap<string, AttributeRule>,
  check: Check,
): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith(SCHEMA_INSTANCE)) continue
    const rule = rules.get(name)
    const expected = rule && valueProblem(rule.kind, value)
    if (!rule)
      check.report(
        path,
        `has the attribute ${name}, which ${check.schema.standard} does not have. Remove it.`,
      )
    else if (expected !== undefined) check.report(path, `needs ${expected} as the attribute ${name}.`)
    else if (rule.fixed !== undefined && value.trim() !== rule.fixed)
      check.report(path, `must have the value ${rule.fixed} in the attribute ${name}, or no such attribute.`)
  }
  for (const [name, { isRequired }] of rules)
    if (isRequired && attributes[name] === undefined) check.report(path, `needs the attribute ${name}.`)
}
